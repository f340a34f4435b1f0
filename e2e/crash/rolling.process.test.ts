import { afterEach, expect, inject, test } from 'vitest';
import { proxyNames, proxyProgram, startProxy, type Proxy } from '../fixtures/proxies.ts';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { connect } from './client.ts';
import { makeServerData } from './server-data.ts';
import { sendSteadily } from './steady-load.ts';
import { pause, until } from './wait-until.ts';
import { everyEighthRun, rotated } from '../../server/testing/rotation.testing.ts';

const after: (() => Promise<unknown>)[] = [];
const names = rotated(proxyNames.filter((name) => proxyProgram(name) !== undefined));

afterEach(async () => {
  for (const undo of after.splice(0).toReversed()) await undo();
});

everyEighthRun(test.skipIf(inject('postgres') === undefined || names.length === 0), 0)(
  'a rolling restart of two servers fails no form and no page, whichever proxy of deploy/ stands before them',
  async () => {
    const data = await makeServerData('postgres', inject('postgres'), undefined, true);
    after.push(() => data.discard());
    const env = { ...data.settings, DRAIN_MS: '5000', TRUST_PROXY: '1', LOG_REQUESTS: 'on' };
    const start = async (port?: number): Promise<RunningServer> => {
      const server = await startServer({ env, ...(port && { port }) });
      after.push(() => discard(server));
      return server;
    };
    const servers = [await start(), await start()];
    const proxies = await Promise.all(names.map((name) => open(name, servers)));
    const looked = (server: RunningServer) =>
      until('every proxy to have looked', () => (looksAt(server) >= 3 * names.length ? true : undefined));
    for (const server of servers) await looked(server);
    const loads = proxies.map(({ url }, n) => sendSteadily(url, { label: names[n]!, pace: 600, visitors: 1 }));
    const pages = proxies.map(({ url }) => readSteadily(url));
    for (const old of servers) {
      expect(await old.stop()).toBe(0);
      const fresh = await start(Number(new URL(old.url).port));
      await looked(fresh);
      const before = loads.map((load) => load.accepted().length);
      await until('forms through each', () => (loads.every((load, n) => load.accepted().length > before[n]! + 5) ? true : undefined));
    }
    await Promise.all([...loads, ...pages].map((one) => one.stop()));
    const refused = loads.flatMap(({ answers }) => answers.filter(({ status }) => status !== 201));
    expect(refused.map(({ status, text, email }) => `${email}: ${status} ${text}`)).toEqual([]);
    expect(pages.flatMap(({ failed }) => failed())).toEqual([]);
    const stored = await data.inside((store) => store.db.selectFrom('leads').select('email').execute());
    expect(stored.map(({ email }) => email).sort()).toEqual(loads.flatMap((load) => load.accepted()).sort());
  },
);

async function open(name: (typeof names)[number], servers: readonly RunningServer[]): Promise<Proxy> {
  const proxy = await startProxy(
    name,
    servers.map(({ url }) => url),
  );
  after.push(() => proxy.stop());
  return proxy;
}

/** How often proxies checked /readyz and /readyz/forms so far, the lesser. nginx makes no checks, so alone it counts as infinite. */
function looksAt(server: RunningServer): number {
  if (names.every((name) => name === 'nginx')) return Number.POSITIVE_INFINITY;
  return Math.min(...['/readyz', '/readyz/forms'].map((route) => server.output().split(`"route":"${route}"`).length - 1));
}

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
      await pause(300);
    }
    client.close();
  };
  const done = Promise.all(['/', '/insights'].map(reader));
  return {
    failed: () => failed,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
