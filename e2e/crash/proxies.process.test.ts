import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { proxyNames, proxyProgram, startProxy, type Proxy, type ProxyName } from '../fixtures/proxies.ts';
import { discard, launchServer, startServer, type RunningServer } from '../fixtures/server.ts';
import { relayTo, type DatabaseRelay } from './database-relay.ts';
import { ask, askAs, type ServerAnswer, type ClientOptions } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { flood } from './flood.ts';
import { makeServerData, type ServerData } from './server-data.ts';
import { pause, until } from './wait-until.ts';
import { everyEighthRun, rotated } from '../../server/testing/rotation.testing.ts';

const here = proxyNames.filter((name) => proxyProgram(name) !== undefined);
const [FLOODER, VISITORS] = ['127.0.0.2', ['127.0.0.1', '127.0.0.3']] as const;

const proxies: Proxy[] = [];

afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()));
});

async function open(name: ProxyName, servers: readonly string[]): Promise<Proxy> {
  const proxy = await startProxy(name, servers);
  proxies.push(proxy);
  return proxy;
}

function sendForm(url: string, email: string, options: ClientOptions = {}): Promise<ServerAnswer> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': email };
  return askAs(options, url, 'POST', formPath, JSON.stringify(demoRequest(email)), headers);
}

describe.skipIf(inject('postgres') === undefined || here.length === 0)('before two servers', () => {
  let database: DatabaseRelay;
  let data: ServerData;
  let servers: RunningServer[];
  let urls: string[];

  beforeAll(async () => {
    data = await makeServerData('postgres', inject('postgres'), undefined, true);
    database = await relayTo(data.settings.DATABASE_URL!);
    const env = { ...data.settings, DATABASE_URL: database.url, TRUST_PROXY: '1', LOG_REQUESTS: 'on' };
    servers = await Promise.all([startServer({ env }), startServer({ env })]);
    urls = servers.map(({ url }) => url);
  });
  afterAll(async () => {
    await Promise.all(servers.map(discard));
    await data.discard();
  });

  test.each(rotated(here))('%s: what one address holds open keeps nobody else out', async (name) => {
    const proxy = await open(name, urls);
    // A separate address for each kind: an address above one limit is refused everything else, too.
    const floods = [
      await flood(proxy, '127.0.0.2', { idle: 2100 }),
      await flood(proxy, '127.0.0.5', { handshakes: 500 }),
      await flood(proxy, '127.0.0.6', { bodies: 100 }),
      // Last, because nginx would free some of these connections if more followed.
      await flood(proxy, '127.0.0.4', { headers: 1200 }),
    ];
    try {
      // Less than the timeout after which the proxy closes the first of these connections.
      for (const options of VISITORS.map((from) => ({ from, patience: 20_000 }))) {
        for (const path of ['/', '/about', '/insights'])
          expect([path, (await askAs(options, proxy.url, 'GET', path)).status]).toEqual([path, 200]);
        expect((await sendForm(proxy.url, `${name}-${options.from}@visitors.example`, options)).status).toBe(201);
      }
    } finally {
      for (const held of floods) held.stop();
    }
  });

  test.each(rotated(here, 2))(
    '%s: nobody reads through it whether the servers are ready, and what is not HTTP is refused',
    async (name) => {
      const proxy = await open(name, urls);
      const paths = [
        '/readyz',
        '/readyz/',
        '/readyz/forms',
        '/READYZ',
        '/%72eadyz',
        '/readyz%2Fforms',
        '//readyz',
        '/./readyz',
        '/readyz?x',
        '/x/../readyz',
      ];
      for (const path of paths) {
        const answer = await rawAnswer(proxy, `GET ${path} HTTP/1.1\r\nHost: www.example.com\r\nConnection: close\r\n\r\n`);
        expect([path, answer.status, answer.text.includes('eady"')]).toEqual([path, 404, false]);
      }
      const malformed = [
        'GET / HTTP/1.1\r\nHost: www.example.com\r\nHost: other.example\r\nConnection: close\r\n\r\n',
        'GET / HTTP/2.0\r\nHost: www.example.com\r\nConnection: close\r\n\r\n',
      ];
      for (const text of malformed) expect((await rawAnswer(proxy, text)).status).toBeGreaterThanOrEqual(400);
    },
  );

  test.each(rotated(here, 1))('%s: no token, address, browser or origin of a visitor is in what it writes', async (name) => {
    const closed = ['http://localhost:1', 'http://localhost:2'];
    const marked = { 'user-agent': 'MARKED-BROWSER', referer: 'https://marked.example/' };
    const [up, down] = [await open(name, urls), await open(name, closed)];
    const visit = async (proxy: Proxy): Promise<void> => {
      const urls = [proxy.url, `http://localhost:${proxy.plainPort}`, `http://localhost:${new URL(proxy.url).port}`];
      const asked = urls.map((url) => askAs({ from: FLOODER }, url, 'GET', '/verify?token=MARKEDTOKEN', undefined, marked));
      asked.push(askAs({ from: FLOODER }, proxy.url, 'POST', '/verify', 'token=MARKEDTOKEN', marked));
      await Promise.allSettled([...asked, rawAnswer(proxy, 'GET /verify?token=MARKEDTOKEN HTTP/9.9\r\nHost: MARKED\r\n\r\n')]);
      // No TLS, incomplete handshakes, incomplete requests.
      const held = await flood(proxy, FLOODER, { idle: 5, headers: 5, handshakes: 5, bodies: 1 });
      held.stop();
      await proxy.end();
    };
    await Promise.all([visit(up), visit(down)]);
    const written = up.log() + down.log() + servers.map((server) => server.output()).join('');
    // HAProxy's log lines for questionable configuration.
    expect(written).not.toMatch(/\[(?:ALERT|WARNING)\].* config/);
    expect(written).toContain('/verify');
    expect(written).not.toMatch(/MARKED|marked\.example|127\.0\.0\.2/);
  });

  everyEighthRun(test, 2)('one server that has lost its store serves pages, and the other takes the forms', async () => {
    const lost = await launchServer({ env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', TRUST_PROXY: '1', LOG_REQUESTS: 'on' } });
    try {
      await lost.listens;
      const running = await Promise.all(here.map((name) => open(name, [lost.url, urls[0]!])));
      const looking = here.filter((name) => name !== 'nginx').length;
      await until('looks', () => (looksAt(lost, '/readyz/forms') >= 3 * looking ? true : undefined));
      await until('pages of it', async () => {
        await pause(200);
        for (const { url } of running) expect((await ask(url, 'GET', '/about')).status).toBe(200);
        return looksAt(lost, '/about') >= here.length ? true : undefined;
      });
      for (const { url } of running) {
        for (let n = 0; n < 6; n += 1) expect((await sendForm(url, `lost-${n}-${new URL(url).port}@visitors.example`)).status).toBe(201);
      }
    } finally {
      await lost.kill();
    }
  });

  // The last test, because the store stays down.
  everyEighthRun(test, 5)('PostgreSQL that is down stops no page; a form is refused by the server’s own words', async () => {
    const running = await Promise.all(here.map((name) => open(name, urls)));
    const looking = here.filter((name) => name !== 'nginx').length;
    await database.close();
    const before = servers.map((server) => looksAt(server, '/readyz'));
    const seen = () => servers.every((server, n) => looksAt(server, '/readyz') - before[n]! >= 6 * looking);
    await until('several looks of each', async () => {
      await pause(1000);
      for (const { url } of running) {
        expect((await ask(url, 'GET', '/')).status).toBe(200);
        expect((await ask(url, 'GET', '/about')).status).toBe(200);
      }
      return seen() ? true : undefined;
    });
    for (const { url } of running) {
      const { status, headers, text } = await sendForm(url, 'down@visitors.example');
      expect([status, headers['content-type'], Number(headers['retry-after']) > 0]).toEqual([
        503,
        expect.stringContaining('application/problem+json'),
        true,
      ]);
      expect(JSON.parse(text)).toMatchObject({ status: 503 });
    }
  });
});

everyEighthRun(test.skipIf(!here.includes('haproxy')), 7)(
  'HAProxy: one slow look removes no server, though the other is stopping',
  async () => {
    const [slow, stopping] = await Promise.all([fakeServer(), fakeServer()]);
    const proxy = await open('haproxy', [slow.url, stopping.url]);
    await until('looks', () => (slow.looks() > 2 && stopping.looks() > 2 ? true : undefined));
    stopping.answer((_request, response) => response.writeHead(503).end());
    const ended = slow.answerSlowly(3500);
    await until('the next looks', async () => {
      await pause(200);
      expect((await ask(proxy.url, 'GET', '/about')).status).toBe(200);
      return ended() ? true : undefined;
    });
    await Promise.all([slow.close(), stopping.close()]);
  },
);

everyEighthRun(test.skipIf(!canFilter()), 3)(
  'nftables.conf: a client and a network have so many connections, and another has its own',
  () => {
    const script = `
    const net = require('node:net');
    const { performance } = require('node:perf_hooks');
    const open = (localAddress, stays = true) => new Promise((resolve) => {
      const host = localAddress.includes(':') ? '2001:db8:ff::1' : '127.0.0.1';
      const socket = net.connect({ host, port: 443, localAddress });
      socket.on('connect', () => { if (!stays) socket.destroy(); resolve(1); }).on('error', () => resolve(0));
    });
    const many = async (count, address, stays) => {
      let opened = 0;
      for (let n = 0; n < count; n += 1) opened += await open(address(n), stays);
      return opened;
    };
    net.createServer(() => undefined).listen(443, '::', async () => {
      const client = [await many(600, () => '127.0.0.2'), await open('127.0.0.3')];
      const line = [await many(600, () => '2001:db8:1::2'), await open('2001:db8:1:1::2')];
      const network = [await many(3100, (n) => '2001:db8:2:' + (n >> 2).toString(16) + '::2'), await open('2001:db8:3::2')];
      const began = performance.now();
      const hasty = await many(3000, () => '127.1.0.4', false);
      const allowed = hasty <= 2001 + 0.2 * (performance.now() - began);
      console.log(JSON.stringify({ client, line, network, allowed, other: await open('127.2.0.5') }));
      process.exit();
    });`;
    const file = join(import.meta.dirname, '../../deploy/nftables.conf');
    // In the new network namespace, every address of 2001:db8::/32 is local.
    const addresses = 'ip -6 route add local 2001:db8::/32 dev lo && echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind';
    const inside = `ip link set lo up && ${addresses} && "${nft()}" -f "${file}" && exec "$NODE" -e "$SCRIPT"`;
    const env = { ...process.env, NODE: process.execPath, SCRIPT: script };
    expect(JSON.parse(execFileSync('/usr/bin/unshare', ['--net', 'sh', '-c', inside], { encoding: 'utf8', env }))).toEqual({
      client: [512, 1],
      line: [512, 1],
      network: [3000, 1],
      allowed: true,
      other: 1,
    });
  },
);

function nft(): string {
  return process.env.NFT_PATH ?? '/usr/sbin/nft';
}

/** Whether this process can create a network namespace and filter packets in it. */
function canFilter(): boolean {
  const inside = `ip link set lo up && "${nft()}" list ruleset`;
  return spawnSync('/usr/bin/unshare', ['--net', 'sh', '-c', inside], { stdio: 'ignore' }).status === 0;
}

function looksAt(server: RunningServer, route: string): number {
  return server.output().split(`"route":"${route}"`).length - 1;
}

/** Sends bytes that no regular client would send, by TLS and from the flooder's address. @returns the answer */
async function rawAnswer({ url }: Proxy, text: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const plain = connect({ host: '127.0.0.1', port: Number(port), localAddress: FLOODER });
  const socket = connectTls({ socket: plain, servername: hostname, rejectUnauthorized: false });
  socket.write(text);
  let answer = '';
  // An answer counts even if the connection is reset afterwards.
  socket.on('data', (part) => (answer += String(part))).on('error', () => undefined);
  await once(socket, 'close');
  return { status: Number(answer.split(' ')[1]), text: answer };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers every request with 200, until told to answer /readyz otherwise. */
async function fakeServer() {
  const well: Handler = (_request, response) => void response.end('{}');
  let looks = 0;
  let readiness = well;
  const server = createServer((request, response) => {
    if (request.url !== '/readyz') return well(request, response);
    looks += 1;
    readiness(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    looks: () => looks,
    answer: (handler: Handler) => (readiness = handler),
    /** Delays the next answer to /readyz by so many milliseconds. @returns whether a later check was answered */
    answerSlowly: (ms: number) => {
      let later = 0;
      readiness = (_request, response) => {
        setTimeout(() => response.end('{}'), ms);
        readiness = (next, answer) => {
          later += 1;
          well(next, answer);
        };
      };
      return () => later > 1;
    },
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
