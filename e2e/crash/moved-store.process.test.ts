import { mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { storedLeads } from '../fixtures/stored-leads.ts';
import { ask } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { until } from './wait-until.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const servers: RunningServer[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill().then(() => discard(server))));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function start(dataDir?: string): Promise<RunningServer & { metrics: string }> {
  const server = await startServer({ env: { METRICS_PORT: '0' }, ...(dataDir !== undefined && { dataDir }) });
  servers.push(server);
  const [, port] = await until('its metrics', () => /"port":(\d+)[^\n]*"msg":"metrics/.exec(server.output()) ?? undefined);
  return { ...server, metrics: `http://localhost:${port}` };
}

const form = (server: RunningServer, email: string) =>
  ask(server.url, 'POST', formPath, JSON.stringify(demoRequest(email)), { 'content-type': 'application/json' });
const statusOf = async (server: RunningServer, path: string) => (await ask(server.url, 'GET', path)).status;
const lines = (server: RunningServer) =>
  server.output().match(/"jobs wait: store\.sqlite in DATA_DIR [^"]*move the folder back[^"]*restart/g);

/** A form is refused in words, the server is not ready, and the log says why, once; pages are served. */
async function expectDown(server: RunningServer & { metrics: string }): Promise<void> {
  const answer = await form(server, 'refused@example.com');
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([503, { title: expect.stringContaining('try again later') }]);
  await until('not ready', async () => ((await statusOf(server, '/readyz/forms')) === 503 ? true : undefined));
  await until('its metric', async () =>
    /^cognitive_store_up 0$/m.test((await ask(server.metrics, 'GET', '/metrics')).text) ? true : undefined,
  );
  await until('the line', () => lines(server) ?? undefined);
  expect(server.output()).toMatch(/"msg":"not ready: [^"]*store\.sqlite in DATA_DIR is not the file/);
  for (let n = 0; n < 3; n += 1) expect((await form(server, `refused-${n}@example.com`)).status).toBe(503);
  expect(lines(server)).toHaveLength(1);
  expect([await statusOf(server, '/'), await statusOf(server, '/readyz')]).toEqual([200, 200]);
}

everyEighthRun(test, 6)('DATA_DIR that is moved under a server: no form is said to be stored, until it is back', async () => {
  const server = await start();
  expect((await form(server, 'before@example.com')).status).toBe(201);
  const aside = `${server.dataDir}.old`;
  folders.push(aside);
  await rename(server.dataDir, aside);
  await mkdir(server.dataDir);
  await expectDown(server);
  await rm(server.dataDir, { recursive: true });
  await rename(aside, server.dataDir);
  await until('a lead', async () => ((await form(server, 'after@example.com')).status === 201 ? true : undefined));
  await until('ready', async () => ((await statusOf(server, '/readyz/forms')) === 200 ? true : undefined));
  expect(await server.stop()).toBe(0);
  const stored = (await storedLeads(server.dataDir)).map(({ email }) => email);
  expect(stored).toEqual(expect.arrayContaining(['before@example.com', 'after@example.com']));
  // Once it is known, nothing is written there any more.
  expect(stored.filter((email) => /refused-\d/.test(email))).toEqual([]);
});

everyEighthRun(test, 6)('DATA_DIR that is removed: the same, and the server stops and starts again with a new store', async () => {
  const server = await start();
  await rm(server.dataDir, { recursive: true });
  await expectDown(server);
  expect(await server.stop()).toBe(0);
  await mkdir(server.dataDir, { recursive: true });
  const again = await start(server.dataDir);
  expect((await form(again, 'after@example.com')).status).toBe(201);
});
