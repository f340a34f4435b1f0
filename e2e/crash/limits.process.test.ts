import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { commandLine, discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask, type ServerAnswer } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { startPeer, type Peer } from './smtp-peer.ts';
import { makeServerData } from './server-data.ts';
import { until } from './wait-until.ts';
import { everyEighthRun, inTurn } from '../../server/testing/rotation.testing.ts';

let peer: Peer;
let server: RunningServer;

beforeAll(async () => {
  peer = await startPeer();
  server = await startServer({ env: { MAIL_URL: peer.url, MIN_FILL_MS: '2000' } });
});

afterAll(async () => {
  await discard(server);
  await peer.close();
});

inTurn(test.skipIf(inject('postgres') === undefined), 2)(
  'a client that sends too much is counted once by two servers on one PostgreSQL',
  async () => {
    const data = await makeServerData('postgres', inject('postgres'), undefined, true);
    const both = await Promise.all([1, 2].map(() => startServer({ env: { ...data.settings, RATE_LIMIT: 'on' } })));
    const answers = await Promise.all(both.map(sendForms));
    await Promise.all(both.map(discard));
    await data.discard();
    const statuses = answers.flat();
    expect([201, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([60, 40]);
  },
);

everyEighthRun(test, 4)(
  'what no person seems to have sent is kept and marked, answered as ever, and nothing is sent until somebody releases it',
  async () => {
    const send = (more: object) =>
      ask(server.url, 'POST', formPath, JSON.stringify({ ...demoRequest('s@visitors.example'), ...more }), json);
    const answers = [await send({}), await send({ website: 'https://spam.example' }), await send({ elapsed: 100 })];
    expect(answers.map(({ status, text }) => [status, Object.keys(JSON.parse(text) as object)])).toEqual(
      answers.map(() => [201, ['status', 'id']]),
    );
    await until('the mail of the first', () => (peer.mails.length > 0 ? true : undefined));
    const leads = await storedLeads();
    expect([leads.length, leads.filter((lead) => lead.suspectedSpam).length]).toEqual([3, 2]);
    expect(JSON.parse(await commandLine(server, ['jobs', '--name', 'leads.verification-mail', '--json']))).toHaveLength(1);
    await commandLine(server, ['leads', 'release', leads.find((lead) => lead.suspectedSpam)!.id]);
    await until('the mail of the released one', () => (peer.mails.length === 2 ? true : undefined));
  },
);

const spellings = [
  'victim@visitors.example',
  'Victim@Visitors.example',
  'victim+1@visitors.example',
  'VICTIM+x@VISITORS.EXAMPLE',
  'victim@visitors.EXAMPLE',
];

everyEighthRun(test, 7)(
  'fifty submissions that name one victim bring it a handful of mails without the sender’s words, and every lead is kept',
  async () => {
    const free = { name: 'Buy Zxqv', surname: 'Cheap', company: 'https://zxqv.example/buy', role: 'Other: zxqv pills' };
    for (let n = 0; n < 50; n += 1) {
      const body = {
        ...demoRequest(spellings[n % spellings.length]!),
        ...free,
        attribution: { page: '/zxqv', referrer: 'https://zxqv.example' },
      };
      expect((await ask(server.url, 'POST', formPath, JSON.stringify(body), json)).status).toBe(201);
    }
    for (let n = 0; n < 20; n += 1) expect((await resend(spellings[0]!)).status).toBe(303);
    await until('every mail to be sent or deferred', async () => ((await anyDue()) ? undefined : true));
    const mails = peer.mails.filter(({ to }) => to.toLowerCase().includes('victim'));
    expect([1, 2, 3]).toContain(mails.length);
    for (const mail of mails) expect(`${mail.subject}${mail.text}${mail.html}`.toLowerCase()).not.toMatch(/zxqv|cheap/);
    expect((await storedLeads()).filter(({ email }) => email.toLowerCase().startsWith('victim'))).toHaveLength(50);
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
  },
);

const json = { 'content-type': 'application/json' };

async function sendForms({ url }: RunningServer): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < 50; n += 1) {
    const body = JSON.stringify(demoRequest(`${n}-${new URL(url).port}@visitors.example`));
    statuses.push((await ask(url, 'POST', formPath, body, json)).status);
  }
  return statuses;
}

function resend(email: string): Promise<ServerAnswer> {
  return ask(server.url, 'POST', '/verify/resend', new URLSearchParams({ email }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
}

type Listed = { id: string; email: string; suspectedSpam: boolean };

async function storedLeads(): Promise<Listed[]> {
  return JSON.parse(await commandLine(server, ['leads', '--json'])) as Listed[];
}

async function anyDue(): Promise<boolean> {
  const data = await makeServerData('sqlite', undefined, server.dataDir);
  const jobs = await data.inside((store) => store.db.selectFrom('jobs').selectAll().where('status', 'in', ['ready', 'running']).execute());
  return jobs.some((job) => job.status === 'running' || job.run_at <= Date.now() || job.last_error === null);
}
