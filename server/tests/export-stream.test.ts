import { mkdirSync, readdirSync, readlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { encodeCall } from '../../contract/calls/desk/call-request.ts';
import type { Call, CallInput } from '../../contract/calls/desk/call.ts';
import { openCv } from '../../contract/calls/desk/application-calls.ts';
import { exportPersonCall } from '../../contract/calls/desk/privacy-calls.ts';
import { pdf } from '../recruiting/applications.testing.ts';
import { setUpDesk } from '../recruiting/desk-applications.testing.ts';
import { filesFolder } from '../files/files.ts';
import { silent, temporaryFolder } from '../store/store.testing.ts';
import { removeOldExports } from '../privacy/old-exports.ts';

test('a reader who goes away at any moment leaves neither a file of an export nor an open one', async () => {
  const temporary = temporaryFolder();
  const { desk, origin, context, apply, signedIn } = await setUpDesk();
  const id = await apply({}, pdf(1_000_000));
  const { cookie } = await signedIn('admin', 'hr');
  await desk.listen({ port: 0, host: '127.0.0.1' });
  const { port } = desk.server.address() as AddressInfo;

  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());

  async function askAndLeave<C extends Call>(call: C, input: CallInput<C>, after: number) {
    const { method, path, body = '' } = encodeCall(call, input);
    const headers = { host: new URL(origin).host, origin, cookie, 'sec-fetch-site': 'same-origin' };
    const asked = request({ port, method, path, headers: { ...headers, ...(body !== '' && { 'content-type': 'application/json' }) } });
    asked.on('error', () => undefined).end(body);
    await wait(after);
    asked.destroy();
  }

  for (let one = 0; one < 23; one += 1) await askAndLeave(exportPersonCall, { id, spelling: 'all' }, (one * 7) % 23);
  for (let one = 0; one < 23; one += 1) await askAndLeave(openCv, { id }, (one * 7) % 23);
  const folder = filesFolder(context.settings.DATA_DIR);
  const opened = () =>
    readdirSync('/proc/self/fd')
      .map(targetOf)
      .filter((path) => dirname(path) === folder);
  // The last request may still be running.
  await expect.poll(opened).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
});

function targetOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return '';
  }
}

test('what an earlier version left of exports is removed, and nothing else', async () => {
  const folder = temporaryFolder();
  const make = (name: string, file = 'all.zip', age = 3_600) => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, file), 'x');
    const at = Date.now() / 1000 - age;
    utimesSync(join(folder, name), at, at);
  };
  make('export-Ab12Cd');
  make('export-Ef34Gh', 'all.zip', 5);
  make('export-Ij56Kl', 'mine.txt');
  make('export-of-mine');
  await removeOldExports(silent, { folder });
  expect(readdirSync(folder)).toEqual(['export-Ef34Gh', 'export-Ij56Kl', 'export-of-mine']);
});
