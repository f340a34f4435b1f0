import { afterEach, expect, test } from 'vitest';
import { isSigned, startReceiver, type Behaviour, type Received } from '../../server/deliveries/receiver.testing.ts';
import { freePort } from '../../server/testing/free-port.testing.ts';
import { commandLine, movableClock, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask, connect } from './client.ts';
import { demoRequest, formPath, press, tokenIn } from './demo-form.ts';
import { folderInbox } from './inbox.ts';
import { makeServerData } from './server-data.ts';
import { until } from './wait-until.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const after: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const undo of after.splice(0).toReversed()) await undo();
});

/** How the receiver answers each event's first attempt, one way after another. The second attempt succeeds. */
const manners: readonly Behaviour[] = [
  { status: 500 },
  'reset',
  { status: 307, headers: { location: '/elsewhere' } },
  { status: 503, body: Buffer.alloc(10_000_000, 'x') },
  { status: 200, body: Buffer.alloc(10_000_000, 'x') },
];

everyEighthRun(test, 1)(
  'a receiver that fails in every way and is gone for a day, and a server that is killed: every event arrives, in order, with one id',
  async () => {
    const data = await makeServerData('sqlite');
    after.push(() => data.discard());
    const port = await freePort();
    const seen = new Set<string>();
    let hangs = 0;
    const behave = ({ id }: Received): Behaviour => {
      if (seen.has(id)) return { status: 204 };
      seen.add(id);
      if (seen.size === 7) {
        hangs += 1;
        return 'hang';
      }
      return manners[seen.size % manners.length]!;
    };
    const first = await startReceiver(behave, port);
    after.push(() => first.close().catch(() => undefined));
    const clock = { offset: 0 };
    const start = async (): Promise<RunningServer> => {
      const clockOptions = { ...movableClock, WRONG_CLOCK_MS: String(clock.offset) };
      const server = await startServer({ env: { ...data.settings, ...clockOptions, WEBHOOKS_PRIVATE: 'allow' }, dataDir: data.dataDir });
      after.push(() => server.stop());
      return server;
    };
    const inbox = folderInbox(data.dataDir);
    let server = await start();
    const pass = (ms: number) => server.process.send((clock.offset += ms));
    const added = await commandLine(server, [
      'webhooks',
      'add',
      `${first.url}/hook`,
      '--events',
      'lead.created,lead.verified,consent.given',
    ]);
    const secret = /whsec_\S+/.exec(added)![0];

    const leads = await visit(server, inbox, 4, 'before');
    await until('a request that hangs', () => (hangs > 0 ? true : undefined));
    await server.kill();
    server = await start();
    await until('what was told before', () => {
      pass(minute);
      return isWhole(first.taken, leads) ? true : undefined;
    });

    await first.close();
    const later = await visit(server, inbox, 2, 'later');
    pass(day / 2);
    await until('attempts in vain', () => (/ECONNREFUSED/.test(server.output()) ? true : undefined));
    pass(day / 2);
    const second = await startReceiver(behave, port);
    after.push(() => second.close());
    await until('what it had missed', () => {
      pass(minute);
      return isWhole(second.taken, later) ? true : undefined;
    });

    const asked = [...first.asked, ...second.asked];
    expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['/hook']));
    expect(asked.filter((request) => !isSigned(request, secret))).toEqual([]);
    const bodies = Map.groupBy(asked, ({ id }) => id);
    for (const [id, same] of bodies) expect([id, new Set(same.map(({ body }) => body)).size]).toEqual([id, 1]);
    expect(bodies.size).toBe(3 * (leads.length + later.length));
    const lines = (await commandLine(server, ['webhooks', 'deliveries', '--json', '--status', 'failed'])).trim();
    expect(lines).toBe('[]');
  },
);

/** Whether each event of these leads arrived, and in the right order. */
function isWhole(taken: readonly Received[], leads: readonly string[]): boolean {
  return leads.every((lead) => {
    const types = [...new Set(taken.filter(({ leadId }) => leadId === lead).map(({ type }) => type))];
    return types.join() === 'lead.created,lead.verified,consent.given';
  });
}

/** Sends forms, and confirms them by the buttons of their links. */
async function visit(server: RunningServer, inbox: ReturnType<typeof folderInbox>, count: number, label: string): Promise<string[]> {
  const client = connect(server.url);
  const ids: string[] = [];
  const emails = Array.from({ length: count }, (_, n) => `${label}-${n}@deliveries.example`);
  for (const email of emails) {
    const { status, text } = await client.postForm(formPath, demoRequest(email));
    expect([email, status]).toEqual([email, 201]);
    ids.push((JSON.parse(text) as { id: string }).id);
  }
  client.close();
  const links = new Map<string, string>();
  await until('links', async () => {
    for (const { to, text } of await inbox.fresh()) {
      const token = tokenIn(text);
      if (token !== undefined) links.set(to, token);
    }
    return emails.every((email) => links.has(email)) ? true : undefined;
  });
  for (const email of emails) expect((await ask(server.url, ...press(links.get(email)!))).status).toBe(303);
  return ids;
}
