import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine, discard, movableClock, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask, connect } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { makeServerData } from './server-data.ts';
import { smtpError, startPeer, type Manner, type Peer } from './smtp-peer.ts';
import { usageOf } from './usage.ts';
import { until } from './wait-until.ts';
import { everyEighthRun, rotated } from '../../server/testing/rotation.testing.ts';

/**
 * A misbehaving mail server and the server that uses it. `sent`: addresses that asked for a mail. `spent`: processor seconds of the cheapest round
 * of forms. `connections`: to the mail server during the outage.
 */
type Case = { peer: Peer; server: RunningServer; sent: string[]; spent: number; connections: number };
type Outage = { name: string; manner?: () => Manner; down?: boolean };

const outages: readonly Outage[] = rotated<Outage>([
  { name: 'is down', down: true },
  { name: 'accepts connections and says nothing', manner: () => ({ silent: true }) },
  { name: 'takes the message and hangs', manner: () => ({ hangsAfterData: true }) },
]);

const SECOND = 1000;
/** Milliseconds to wait for the mails: after attempts that may have delivered a mail, the next one comes minutes later. */
const PATIENCE = 360_000;
const ROUNDS = 2;
const CONNECTIONS = 4;
const SENDS = 3;

let healthy: Case;
const cases = new Map<string, Case>();

beforeAll(async () => {
  healthy = await setUp({});
  const made = await Promise.all(outages.map(async ({ name, manner, down }) => [name, await setUp(manner?.() ?? {}, down)] as const));
  for (const [name, one] of made) cases.set(name, one);
});

afterAll(async () => {
  await Promise.all(
    [healthy, ...cases.values()].map(async ({ peer, server }) => discard(server).then(() => peer.close().catch(() => undefined))),
  );
}, 60_000);

describe('a mail server that', () => {
  test.concurrent.each(outages)(
    '$name: forms wait for no mail and cost little more, and the mail follows',
    { timeout: PATIENCE + 60_000 },
    async ({ name, down }) => {
      const { peer, server, sent, spent, connections } = cases.get(name)!;
      console.log(`a mail server that ${name}: ${spent.toFixed(2)} s of processor, with healthy mail ${healthy.spent.toFixed(2)}`);
      expect(spent).toBeLessThan(Math.max(0.5, 3 * healthy.spent));
      // Forms do not wait for their mail: otherwise there would be a connection for each.
      expect(connections).toBeLessThan(sent.length / 2);
      if (down) await peer.open();
      else peer.behave({});
      const missing = () => sent.filter((email) => !peer.mails.some((mail) => mail.to === email)).length;
      // A mail that was handed over may have been delivered and is retried only after hours. That concerns the mails under way when the outage began.
      const data = await makeServerData('sqlite', undefined, server.dataDir);
      await data.inside(async (store) => {
        const perhaps = () =>
          store.db.selectFrom('jobs').select('id').where('status', '=', 'ready').where('last_error', 'like', 'PerhapsDone: %').execute();
        let passed = 0;
        const look = async () => {
          // Moves the server's clock, because retries are planned for outages of days. Not while a job runs: its lease would expire, as a dead process's does.
          const running = await store.db.selectFrom('jobs').select('id').where('status', '=', 'running').execute();
          if (running.length === 0 && !name.includes('hangs')) server.process.send((passed += SECOND));
          return missing() === 0 || (missing() <= 8 && missing() <= (await perhaps()).length) ? true : undefined;
        };
        await until('every mail', look, PATIENCE);
        console.log(`  ${sent.length} mails were there ${passed / SECOND} s after it recovered, as the server counts them`);
      });
      const text = server.output();
      expect(sent.filter((email) => text.includes(email))).toEqual([]);
    },
  );
});

describe('a recipient that the mail server refuses', () => {
  everyEighthRun(test, 3)('keeps the others’ mails from nobody; it is listed, and sent when somebody says so', async () => {
    const words = '5.1.1 no such user here';
    const { peer, server } = healthy;
    peer.behave({
      recipient: (address) => {
        if (address === 'r2@visitors.example') throw smtpError(550, words);
      },
    });
    const mails = () => peer.mails.filter(({ to }) => /^r\d@/.test(to));
    for (const n of [1, 2, 3]) await ask(server.url, 'POST', formPath, JSON.stringify(demoRequest(`r${n}@visitors.example`)), json);
    await until('the others', () => (mails().length >= 2 ? true : undefined));
    const [dead] = await until('the dead job', async () => {
      const jobs = await listJobs(server, 'dead');
      return jobs.length > 0 ? jobs : undefined;
    });
    expect(dead!.last_error).toContain(words);
    expect(await commandLine(server, ['jobs'])).toMatch(/dead 1\b/);
    expect(server.output() + dead!.last_error).not.toContain('r2@visitors');
    peer.behave({});
    await commandLine(server, ['jobs', 'retry', dead!.id]);
    const mail = await until('the mail that was refused', () => mails().find(({ to }) => to === 'r2@visitors.example'));
    expect(mail.text).toContain('/verify?token=');
    expect(mails()).toHaveLength(3);
  });
});

const json = { 'content-type': 'application/json' };

async function pair(manner: Manner): Promise<{ peer: Peer; server: RunningServer }> {
  const peer = await startPeer(manner);
  return { peer, server: await startServer({ env: { MAIL_URL: peer.url, MAIL_PATIENCE: '10', ...movableClock } }) };
}

async function setUp(manner: Manner, down = false): Promise<Case> {
  const { peer, server } = await pair(manner);
  if (down) await peer.close();
  // The first round is not measured, because it includes the warm-up.
  const sent = await sendMany(server, 'first');
  let spent = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await usageOf(server);
    sent.push(...(await sendMany(server, `${round}`)));
    spent = Math.min(spent, (await usageOf(server)).seconds - before.seconds);
  }
  return { peer, server, sent, spent, connections: peer.connections() };
}

async function sendMany(server: RunningServer, label: string): Promise<string[]> {
  const emails: string[] = [];
  const sender = async (connection: number) => {
    const client = connect(server.url);
    for (let n = 0; n < SENDS; n += 1) {
      const email = `m${label}-${connection}-${n}@visitors.example`;
      const answer = await client.postForm(formPath, demoRequest(email), { 'idempotency-key': email });
      expect(answer.status).toBe(201);
      emails.push(email);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => sender(connection)));
  return emails;
}

type ListedJob = { id: string; name: string; status: string; last_error: string };

async function listJobs(server: RunningServer, status: string): Promise<ListedJob[]> {
  return JSON.parse(await commandLine(server, ['jobs', '--status', status, '--json'])) as ListedJob[];
}
