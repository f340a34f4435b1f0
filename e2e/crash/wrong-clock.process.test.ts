import { afterEach, expect, inject, test } from 'vitest';
import { startFakeS3 } from '../../server/files/s3.testing.ts';
import { discard, movableClock, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask } from './client.ts';
import { press, tokenIn } from './demo-form.ts';
import { makeServerData } from './server-data.ts';
import { startPeer } from './smtp-peer.ts';
import { sendSteadily } from './steady-load.ts';
import { until } from './wait-until.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';

const minute = 60_000;

const after: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const undo of after.splice(0).toReversed()) await undo();
});

inTurn(test.skipIf(inject('postgres') === undefined), 2)(
  'one of two servers whose clock is a minute ahead and then two hours behind: nothing leaves twice, nothing waits, every link holds',
  async () => {
    const data = await makeServerData('postgres', inject('postgres'), undefined, true);
    after.push(() => data.discard());
    const [peer, bucket] = [await startPeer(), await startFakeS3()];
    after.push(() => peer.close());
    const env = { ...data.settings, MAIL_URL: peer.url, FILES_URL: bucket.setting, LINK_HOURS: '1' };
    const right = await start(env);
    const wrong = await start({ ...env, ...movableClock, WRONG_CLOCK_MS: String(minute) });
    const loads = [sendSteadily(right.url, { label: 'right', visitors: 2 }), sendSteadily(wrong.url, { label: 'wrong', visitors: 2 })];
    await until('forms through both', () => (loads.every((load) => load.accepted().length > 10) ? true : undefined));
    wrong.process.send(-120 * minute);
    const before = loads.map((load) => load.accepted().length);
    await until('more of them', () => (loads.every((load, n) => load.accepted().length > before[n]! + 10) ? true : undefined));
    await Promise.all(loads.map((load) => load.stop()));
    const emails = loads.flatMap((load) => load.accepted());
    await until('every mail', () => (emails.every((email) => peer.mails.some(({ to }) => to === email)) ? true : undefined));
    expect(peer.mails.map(({ to }) => to).sort()).toEqual(emails.sort());
    // The last mails were requested when the clocks differed most. Each server must accept the other's link.
    const links = [emails.findLast((email) => email.startsWith('wrong')), emails.findLast((email) => email.startsWith('right'))];
    const answers = await Promise.all(
      [right, wrong].map(({ url }, n) => ask(url, ...press(tokenIn(peer.mails.find(({ to }) => to === links[n])!.text)!))),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(bucket.refusals).toEqual([]);
    expect((await ask(wrong.url, 'GET', '/readyz/forms')).status).toBe(200);
    await data.inside(async (store) => {
      const late = store.db.selectFrom('jobs').select(['name', 'run_at']).where('status', '!=', 'done');
      // Only notices to staff may be due later, by two minutes at most.
      expect((await late.where('run_at', '>', Date.now() + 3 * minute).execute()).map(({ name }) => name)).toEqual([]);
      const times = await store.db.selectFrom('leads').select(['created_at', 'verified_at']).execute();
      const all = times.flatMap(({ created_at: made, verified_at: verified }) => [made, ...(verified === null ? [] : [verified])]);
      expect(all.filter((at) => Math.abs(at - Date.now()) > 10 * minute)).toEqual([]);
    });
  },
);

async function start(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServer({ env });
  after.push(() => discard(server));
  return server;
}
