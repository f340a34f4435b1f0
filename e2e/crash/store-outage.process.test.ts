import { existsSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { startCluster, type Cluster } from '../../server/store/database/postgres.testing.ts';
import { launchServer, type RunningServer } from '../fixtures/server.ts';
import { ask, type ServerAnswer } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { folderInbox } from './inbox.ts';
import { startPeer } from './smtp-peer.ts';
import { makeServerData, type ServerData } from './server-data.ts';
import { limitFiles, mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { sendSteadily } from './steady-load.ts';
import { until } from './wait-until.ts';
import { everyEighthRun, inTurn } from '../../server/testing/rotation.testing.ts';

const servers: RunningServer[] = [];
const places: ServerData[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill()));
  await Promise.all(places.splice(0).map((data) => data.discard()));
});

describe.skipIf(inject('postgres') === undefined)('PostgreSQL', () => {
  let cluster: Cluster;

  // A separate cluster, because the test kills it.
  beforeAll(async () => {
    cluster = (await startCluster())!;
  });
  afterAll(async () => cluster.stop());

  everyEighthRun(test, 2)(
    'killed while forms are sent, and hanging: 503 in between, every 201 is stored, and it goes on without a restart',
    async () => {
      const data = await dataOn(cluster);
      const server = await start(data);
      const load = sendSteadily(server.url, { visitors: 2 });
      await until('leads', () => (load.accepted().length > 10 ? true : undefined));
      await cluster.kill();
      const refused = await until('a refusal', () => load.answers.find(({ status }) => status !== 201));
      expectProblem(refused, 503);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      // Not at once, because a successful check stays valid for a second.
      await until('not ready', async () => ((await ask(server.url, 'GET', '/readyz/forms')).status === 503 ? true : undefined));
      expect(await pagesAndReadiness(server)).toEqual([200, 200]);
      const before = load.accepted().length;
      await cluster.restart();
      await until('leads again', () => (load.accepted().length > before + 10 ? true : undefined));
      await load.stop();
      expect(new Set(load.answers.map(({ status }) => status))).toEqual(new Set([201, 503]));
      await expectStored(data, load.accepted());
      await until('ready again', async () => ((await ask(server.url, 'GET', '/readyz/forms')).status === 200 ? true : undefined));
      await expectMails(data, load.accepted());

      // The parent is stopped first and continued last: a stopped parent does not remove children that end, so every pid stays valid.
      const parent = cluster.process.pid!;
      process.kill(parent, 'SIGSTOP');
      const processes = [...childrenOf(parent), parent];
      for (const pid of processes) process.kill(pid, 'SIGSTOP');
      try {
        expectProblem(await send(server, 'during@visitors.example'), 503);
        expect((await ask(server.url, 'GET', '/')).status).toBe(200);
      } finally {
        for (const pid of processes) process.kill(pid, 'SIGCONT');
      }
      await until('a lead', async () => ((await send(server, 'after@visitors.example')).status === 201 ? true : undefined));
    },
  );

  everyEighthRun(test, 3)('down when the server starts: pages are served, forms 503, and it works once PostgreSQL is there', async () => {
    const data = await dataOn(cluster);
    await cluster.kill();
    const server = await launch(data);
    // /readyz stays ready, because load balancers use it, and pages are still served.
    expect(await pagesAndReadiness(server)).toEqual([200, 200]);
    expect((await ask(server.url, 'GET', '/healthz')).status).toBe(200);
    expect((await ask(server.url, 'GET', '/readyz/forms')).status).toBe(503);
    expectProblem(await send(server, 'early@visitors.example'), 503);
    await cluster.restart();
    await until('a lead', async () => ((await send(server, 'late@visitors.example')).status === 201 ? true : undefined));
    await expectMails(data, ['late@visitors.example']);
    expect(await storedEmails(data)).toEqual(['late@visitors.example']);
  });

  inTurn(
    test,
    0,
    2,
  )('shared by two servers: each takes forms, each mail leaves once, and the same key sent to both at once is one lead', async () => {
    const data = await dataOn(cluster);
    const peer = await startPeer();
    const [one, other] = await Promise.all([start(data, { MAIL_URL: peer.url }), start(data, { MAIL_URL: peer.url })]);
    const loads = [sendSteadily(one.url, { label: 'one', visitors: 2 }), sendSteadily(other.url, { label: 'other', visitors: 2 })];
    await until('leads of both', () => (loads.every((load) => load.accepted().length > 20) ? true : undefined));
    await Promise.all(loads.map((load) => load.stop()));
    const emails = loads.flatMap((load) => load.accepted());
    await until('every mail', () => (emails.every((email) => peer.mails.some(({ to }) => to === email)) ? true : undefined));
    expect(peer.mails.map(({ to }) => to).sort()).toEqual(emails.sort());
    await expectStored(data, emails);

    for (let n = 0; n < 10; n += 1) {
      const email = `same${n}@visitors.example`;
      const answers = await Promise.all([one, other, one, other].map((server) => send(server, email, { 'idempotency-key': email })));
      expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1);
      expect(answers[0]!.status).toBe(201);
    }
    expect(await storedEmails(data)).toHaveLength(emails.length + 10);
    await peer.close();
  });

  async function dataOn({ url }: Cluster): Promise<ServerData> {
    const data = await makeServerData('postgres', url);
    places.push({ ...data, discard: () => data.discard().catch(() => undefined) });
    return data;
  }
});

describe('a full disk', () => {
  inTurn(
    test,
    1,
    2,
  )(
    'is told by 503, keeps what was answered 201, and is no fault for longer than it is full; so is a limit to the size of files',
    async ({ skip }) => {
      // Only root can mount a small disk.
      const disk = mountSmallDisk();
      const hasLimit = existsSync('/usr/bin/prlimit');
      if (disk === undefined && !hasLimit) return skip('there is neither a small disk nor prlimit');
      try {
        const data = await dataIn(disk?.folder);
        const server = await start(data);
        if (disk !== undefined) await fillAndFree(data, server, disk);
        if (hasLimit) await fillAndFree(data, server, limitFiles(server.process.pid!, data.dataDir));
      } finally {
        await Promise.all(servers.splice(0).map((server) => server.kill()));
        disk?.unmount();
      }
    },
  );

  let loads = 0;

  async function dataIn(folder?: string): Promise<ServerData> {
    const data = await makeServerData('sqlite', undefined, folder);
    places.push(data);
    return data;
  }

  async function fillAndFree(data: ServerData, server: RunningServer, disk: Pick<SmallDisk, 'fill' | 'free'>): Promise<void> {
    const load = sendSteadily(server.url, { label: `load${(loads += 1)}`, visitors: 2 });
    await until('leads', () => (load.accepted().length > 10 ? true : undefined));
    disk.fill();
    expectProblem(await until('a refusal', () => load.answers.find(({ status }) => status !== 201)), 503);
    expect((await ask(server.url, 'GET', '/')).status).toBe(200);
    const during = load.accepted().length;
    disk.free();
    await until('leads again', () => (load.accepted().length > during + 10 ? true : undefined));
    await load.stop();
    expect(new Set(load.answers.map(({ status }) => status))).toEqual(new Set([201, 503]));
    await expectStored(data, load.accepted());
    await expectMails(data, load.accepted());
  }
});

/** Starts a server and waits until it takes forms: it listens after two seconds even if its store is not ready. */
async function start(data: ServerData, env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await launch(data, env);
  await until('readiness', async () => ((await ask(server.url, 'GET', '/readyz/forms')).status === 200 ? true : undefined));
  return server;
}

async function launch(data: ServerData, env: Record<string, string> = {}): Promise<RunningServer> {
  const { listens, ...server } = await launchServer({ dataDir: data.dataDir, env: { ...data.settings, ...env } });
  servers.push(server);
  await listens;
  return server;
}

async function pagesAndReadiness({ url }: RunningServer): Promise<number[]> {
  return [(await ask(url, 'GET', '/')).status, (await ask(url, 'GET', '/readyz')).status];
}

function send(server: RunningServer, email: string, headers: Record<string, string> = {}): Promise<ServerAnswer> {
  return ask(server.url, 'POST', formPath, JSON.stringify(demoRequest(email)), { 'content-type': 'application/json', ...headers });
}

function expectProblem({ status, headers, text }: ServerAnswer, wanted: number): void {
  expect([status, text]).toEqual([wanted, expect.stringContaining('"status":')]);
  expect(headers['content-type']).toContain('application/problem+json');
}

function storedEmails(data: ServerData): Promise<string[]> {
  return data.inside(async (store) => (await store.db.selectFrom('leads').select('email').execute()).map((lead) => lead.email));
}

async function expectStored(data: ServerData, emails: readonly string[]): Promise<void> {
  const stored = await storedEmails(data);
  expect(emails.filter((email) => !stored.includes(email))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
}

async function expectMails(data: ServerData, emails: readonly string[]): Promise<void> {
  const inbox = folderInbox(data.dataDir);
  const there = new Set<string>();
  await until('every mail', async () => {
    for (const mail of await inbox.fresh()) there.add(mail.to);
    return emails.every((email) => there.has(email)) ? true : undefined;
  });
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}
