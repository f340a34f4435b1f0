import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { dataPaths } from '../../contract/portfolio.ts';
import { commandLine, discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask, type Answer } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { startPeer, type Peer } from './smtp-peer.ts';
import { makeServerData, type ServerData } from './server-data.ts';
import { until } from './wait-until.ts';

const servers: RunningServer[] = [];
const peers: Peer[] = [];
const places: ServerData[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map(discard));
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
  await Promise.all(places.splice(0).map((data) => data.discard()));
});

describe('a client that sends too much', () => {
  test('is told to wait, whatever address it claims; pages are open to it', async () => {
    const server = await start({ RATE_LIMIT: 'on' });
    const answers = await sendForms(server, 80, (n) => ({
      'x-forwarded-for': `203.0.113.${n}`,
      forwarded: `for=203.0.113.${n}`,
      'x-real-ip': `203.0.113.${n}`,
    }));
    expectLimited(answers, 60);
    expect((await ask(server.url, 'GET', '/')).status).toBe(200);
    const { length } = await storedLeads(server);
    expect(length).toBe(60);
    expect(server.output().match(/X-Forwarded-For came from a peer that is not trusted[^"]*TRUST_PROXY=1/g)).toHaveLength(1);
  });

  test('is known by the address its proxy saw, where a proxy is configured', async () => {
    const server = await start({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
    // Each request has another client address behind the same proxy, so none is limited.
    const others = await sendForms(server, 80, (n) => ({ 'x-forwarded-for': `203.0.113.${n}` }));
    expect(others.filter(({ status }) => status !== 201)).toEqual([]);
    // Addresses that a client puts into the header before the proxy's have no effect.
    expectLimited(await sendForms(server, 80, (n) => ({ 'x-forwarded-for': `198.51.100.${n}, 192.0.2.7` })), 60);
    expect(server.output()).not.toContain('X-Forwarded-For');
  });

  test('asks in vain for one fresh link after the other', async () => {
    const server = await start({ RATE_LIMIT: 'on' });
    const answers = [];
    for (let n = 0; n < 20; n += 1) answers.push(await resend(server, 'nobody@visitors.example'));
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(new Array(10).fill(303));
    expect(answers.at(-1)!.status).toBe(429);
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('fills no log with an address that fails', async () => {
    const server = await start({});
    const store = new DatabaseSync(join(server.dataDir, 'store.sqlite'), { timeout: 5000 });
    store.exec('alter table papers rename to elsewhere');
    store.close();
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(server.url, 'GET', dataPaths.papers)));
    expect(answers.filter(({ status }) => status < 500)).toEqual([]);
    const lines = server.output().match(/unexpected error|store does not answer/g) ?? [];
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(30);
  });

  test.skipIf(inject('postgres') === undefined)('is counted once by two servers on one PostgreSQL', async () => {
    const data = await makeServerData('postgres', inject('postgres'));
    places.push(data);
    const both = [await start({ ...data.settings, RATE_LIMIT: 'on' }), await start({ ...data.settings, RATE_LIMIT: 'on' })];
    const answers = await Promise.all(both.map((server, which) => sendForms(server, 50, () => ({}), `${which}`)));
    expectLimited(answers.flat(), 60);
  });
});

describe('fifty submissions that name one victim', () => {
  const spellings = [
    'victim@visitors.example',
    'Victim@Visitors.example',
    'victim+1@visitors.example',
    'VICTIM+x@VISITORS.EXAMPLE',
    'victim@visitors.EXAMPLE',
  ];

  test('bring it a handful of mails with nothing of the sender in them; the rest is held back, and every lead is kept', async () => {
    const peer = await startPeer();
    peers.push(peer);
    const server = await start({ MAIL_URL: peer.url });
    const free = { name: 'Buy Zxqv', surname: 'Cheap', company: 'https://zxqv.example/buy', role: 'Other: zxqv pills' };
    for (let n = 0; n < 50; n += 1) {
      const body = {
        ...demoRequest(spellings[n % spellings.length]!),
        ...free,
        attribution: { page: '/zxqv', referrer: 'https://zxqv.example' },
      };
      expect((await ask(server.url, 'POST', formPath, JSON.stringify(body), json)).status).toBe(201);
    }
    for (let n = 0; n < 20; n += 1) expect((await resend(server, spellings[0]!)).status).toBe(303);
    await until('every mail to be sent or deferred', async () => ((await anyDue(server)) ? undefined : true));
    expect(peer.mails.length).toBeGreaterThan(0);
    expect(peer.mails.length).toBeLessThanOrEqual(3);
    for (const mail of peer.mails) expect(`${mail.subject}${mail.text}${mail.html}`.toLowerCase()).not.toMatch(/zxqv|cheap/);
    expect(await storedLeads(server)).toHaveLength(50);
    // Later mails are deferred, one for all waiting requests, or an earlier mail served their requests.
    const jobs = JSON.parse(await commandLine(server, ['jobs', '--limit', '200', '--json'])) as {
      status: string;
      last_error: string | null;
    }[];
    expect(jobs.filter((job) => job.status === 'held' || job.status === 'dead')).toEqual([]);
    const deferred = jobs.filter((job) => job.status === 'ready');
    expect(deferred.filter((job) => !/to this address|this address may get/.test(job.last_error ?? ''))).toEqual([]);
    expect(deferred.length).toBeGreaterThan(0);
    expect(server.output().toLowerCase()).not.toMatch(/victim|zxqv/);
  });
});

describe('what no person seems to have sent', () => {
  test('is kept and marked, answered as ever, and nothing is sent until somebody releases it', async () => {
    const peer = await startPeer();
    peers.push(peer);
    const server = await start({ MAIL_URL: peer.url, MIN_FILL_MS: '2000' });
    const send = (more: object) =>
      ask(server.url, 'POST', formPath, JSON.stringify({ ...demoRequest('s@visitors.example'), ...more }), json);
    const answers = [await send({}), await send({ website: 'https://spam.example' }), await send({ elapsed: 100 })];
    expect(answers.map(({ status, text }) => [status, Object.keys(JSON.parse(text) as object)])).toEqual(
      answers.map(() => [201, ['status', 'id']]),
    );
    await until('the mail of the first', () => (peer.mails.length > 0 ? true : undefined));
    const leads = await storedLeads(server);
    expect([leads.length, leads.filter((lead) => lead.suspectedSpam).length]).toEqual([3, 2]);
    expect(JSON.parse(await commandLine(server, ['jobs', '--name', 'leads.verification-mail', '--json']))).toHaveLength(1);
    await commandLine(server, ['leads', 'release', leads.find((lead) => lead.suspectedSpam)!.id]);
    await until('the mail of the released one', () => (peer.mails.length === 2 ? true : undefined));
  });
});

const json = { 'content-type': 'application/json' };

async function start(env: Record<string, string>): Promise<RunningServer> {
  const server = await startServer({ env });
  servers.push(server);
  return server;
}

async function sendForms(
  server: RunningServer,
  count: number,
  headersOf: (n: number) => Record<string, string>,
  label = '',
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let n = 0; n < count; n += 1) {
    const body = JSON.stringify(demoRequest(`l${label}-${n}@visitors.example`));
    answers.push(await ask(server.url, 'POST', formPath, body, { ...json, ...headersOf(n) }));
  }
  return answers;
}

function expectLimited(answers: readonly Answer[], allowed: number): void {
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(allowed);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 429));
  for (const { headers, text } of refused) {
    expect(headers['content-type']).toContain('application/problem+json');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(JSON.parse(text)).toMatchObject({ status: 429 });
  }
}

function resend(server: RunningServer, email: string): Promise<Answer> {
  return ask(server.url, 'POST', '/verify/resend', new URLSearchParams({ email }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
}

async function storedLeads(server: RunningServer): Promise<Array<{ id: string; suspectedSpam: boolean }>> {
  return JSON.parse(await commandLine(server, ['leads', '--json'])) as Array<{ id: string; suspectedSpam: boolean }>;
}

async function anyDue(server: RunningServer): Promise<boolean> {
  const data = await makeServerData('sqlite', undefined, server.dataDir);
  const jobs = await data.inside((store) => store.db.selectFrom('jobs').selectAll().where('status', 'in', ['ready', 'running']).execute());
  return jobs.some((job) => job.status === 'running' || job.run_at <= Date.now() || job.last_error === null);
}
