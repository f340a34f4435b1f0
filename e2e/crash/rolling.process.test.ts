import { afterEach, expect, inject, test } from 'vitest';
import { openBalancer } from '../fixtures/balancer.ts';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { connect } from './client.ts';
import { makeServerData } from './server-data.ts';
import { sendSteadily } from './steady-load.ts';
import { pause, until } from './wait-until.ts';

const after: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const undo of after.splice(0).toReversed()) await undo();
});

test.skipIf(inject('postgres') === undefined)('a rolling restart of two servers behind a proxy fails no form and no page', async () => {
  const data = await makeServerData('postgres', inject('postgres'));
  after.push(() => data.discard());
  // Many looks of the proxy long, on a machine that does much else as well.
  const env = { ...data.settings, DRAIN_MS: '3000' };
  const start = async (port?: number): Promise<RunningServer> => {
    const server = await startServer({ env, ...(port && { port }) });
    after.push(() => discard(server));
    return server;
  };
  const servers = [await start(), await start()];
  const balancer = await openBalancer(servers.map(({ url }) => url));
  after.push(() => balancer.close());
  await until('both in service', () => (balancer.ready().length === 2 ? true : undefined));
  const load = sendSteadily(balancer.url, { pace: 20 });
  const pages = readSteadily(balancer.url);
  for (const old of servers) {
    const before = load.accepted().length;
    expect(await old.stop()).toBe(0);
    await start(Number(new URL(old.url).port));
    await until('both in service again', () => (balancer.ready().length === 2 ? true : undefined));
    await until('forms through both', () => (load.accepted().length > before + 20 ? true : undefined));
  }
  await load.stop();
  await pages.stop();
  expect(load.answers.filter(({ status }) => status !== 201).map(({ status, text }) => `${status} ${text}`)).toEqual([]);
  expect(pages.failed()).toEqual([]);
  const stored = await data.inside((store) => store.db.selectFrom('leads').select('email').execute());
  expect(stored.map(({ email }) => email).sort()).toEqual(load.accepted().sort());
});

function readSteadily(url: string): { failed: () => string[]; stop: () => Promise<void> } {
  const failed: string[] = [];
  const stopping = new AbortController();
  const reader = async (path: string): Promise<void> => {
    const client = connect(url);
    while (!stopping.signal.aborted) {
      const told = await client.send('GET', path).then(
        ({ status }) => (status === 200 ? undefined : `${path}: ${status}`),
        (error: Error) => `${path}: ${error.message}`,
      );
      if (told !== undefined) failed.push(told);
      await pause(20);
    }
    client.close();
  };
  const done = Promise.all(['/', '/careers', '/insights'].map(reader));
  return {
    failed: () => failed,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
