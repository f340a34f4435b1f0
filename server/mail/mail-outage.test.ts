import { describe, expect, onTestFinished, test } from 'vitest';
import { createAlertWatch } from '../alerts/alert-watch.ts';
import { setUpMailbox } from '../leads/mailbox.testing.ts';
import { silent } from '../store/store.testing.ts';
import { failingPeer, stages, ways, type Fault, type Stage, type Way } from './failing-peer.testing.ts';
import type { Transport } from './message.ts';
import { openSmtp } from './smtp.ts';
import { rotated } from '../testing/rotation.testing.ts';

// A mail server that fails for minutes, hours or days, at a declared stage and in a declared way, on a clock that stands still between events.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Whether every way is tested at each stage, which takes minutes, instead of one way for each. */
const WHOLE = process.env['MAIL_OUTAGES'] === 'all';
/** Twice as many as the worker runs at once: some are under way when the outage begins, others wait. */
const MAILS = WHOLE ? 20 : 8;

type Row = Fault & { lasts: number };

const rows: readonly Row[] = WHOLE
  ? stages.flatMap((stage) => ways.flatMap((way) => [10 * minute, 6 * hour].map((lasts) => ({ stage, way, lasts }))))
  : [
      ...stages.map((stage, at) => ({ stage, way: ways[at % ways.length]!, lasts: hour })),
      { stage: 'mail', way: '4xx', answer: '454 4.7.0 Throttling failure', lasts: 10 * minute },
      { stage: 'data', way: '4xx', answer: '421 4.3.2 too many connections', lasts: hour },
      { stage: 'rcpt', way: '5xx', answer: '550 5.7.1 Relaying denied', lasts: hour },
      { stage: 'after', way: 'drop', keeps: true, lasts: 3 * hour },
      { stage: 'after', way: 'silence', lasts: 10 * minute },
    ];

describe('an outage, and visitors who wait for a mail', () => {
  test.each(rotated(rows, 0, 6))('at $stage by $way, for $lasts ms: $answer', async (row) => {
    const world = await setUp(row);
    const leads = await world.visitors(MAILS);
    await world.until(row.lasts, row.lasts >= hour ? minute : 5000);
    const during = { connections: world.peer.connections, recipients: world.peer.recipients };
    world.peer.fault = undefined;
    await world.until(row.lasts + slowest(row), row.lasts >= hour ? 30_000 : 5000);
    // Tries at ever longer intervals, by one mail at a time; four were under way when it began.
    if (row.stage !== 'quit') expect(during.connections).toBeLessThan(row.lasts >= hour ? 60 : 40);
    if (row.stage !== 'quit') expect(during.recipients).toBeLessThan(row.lasts >= hour ? 60 : 40);
    for (const { id, email } of leads) {
      const arrived = world.arrivals(email);
      const history = await world.historyOf(id);
      const times = row.stage === 'after' ? 2 : 1;
      const isTold = isUnknown(row) && history.includes('mail given up');
      expect([email, arrived.length, isTold]).toEqual([
        email,
        expect.toSatisfy((n: number) => n >= (isTold ? 0 : 1) && n <= times),
        isTold,
      ]);
      expect(new Set(arrived.map(({ messageId }) => messageId)).size).toBeLessThanOrEqual(1);
      if (arrived.length === 2) expect(arrived[1]!.at - arrived[0]!.at).toBeGreaterThanOrEqual(4 * hour);
      if (!isTold) expect(history).toContain('verification mail sent');
    }
    if (row.stage !== 'quit') expect(await world.alerts()).toContain('resource down: mail');
  });

  test.each([
    ...rotated([{ stage: 'auth', way: '5xx' } as const], 6, 8),
    ...(WHOLE ? [{ stage: 'rcpt', way: '4xx', answer: '421 4.3.2 too many connections' } as const] : []),
  ] as const)('of four days at $stage by $way: told after three, and sent once by a server that is back', async (fault) => {
    const world = await setUp(fault);
    const leads = await world.visitors(MAILS);
    await world.until(5 * minute);
    expect(await world.alerts()).toEqual(['resource down: mail']);
    await world.until(3 * day - hour, hour / 2);
    expect(await world.store.db.selectFrom('jobs').select('id').where('status', '=', 'dead').execute()).toEqual([]);
    await world.until(3 * day + 3 * hour, hour / 2);
    for (const { id } of leads) expect(await world.historyOf(id)).toContain('mail given up');
    expect(await world.alerts()).toContain('dead jobs: leads.verification-mail: Unavailable');
    await world.until(4 * day - 2 * hour, hour / 2);
    await world.until(4 * day, minute);
    expect(world.peer.connections).toBeLessThan(300);
    world.peer.fault = undefined;
    await world.visitors(1);
    await world.until(4 * day + 10 * minute);
    for (const { email } of leads) expect(world.arrivals(email)).toHaveLength(1);
  });

  test('after the data for days: at most twice each, or told', async () => {
    const world = await setUp({ stage: 'after', way: 'drop', keeps: true });
    const leads = await world.visitors(MAILS);
    await world.until(4 * day);
    for (const { id, email } of leads) {
      expect(world.arrivals(email).length).toBeGreaterThanOrEqual(1);
      expect(world.arrivals(email).length).toBeLessThanOrEqual(2);
      expect(await world.historyOf(id)).toContain('mail given up');
    }
  });

  test('a recipient who is refused or put off keeps nobody else waiting, and that mail keeps its own pauses', async () => {
    const world = await setUp({ stage: 'rcpt', way: '4xx', answer: '450 4.2.0 greylisted', recipient: 'v3@visitors.example' });
    const leads = await world.visitors(MAILS);
    await world.until(10 * minute);
    const others = leads.filter(({ email }) => email !== 'v3@visitors.example');
    for (const { email } of others) expect(world.arrivals(email)).toHaveLength(1);
    expect(await world.alerts()).toEqual([]);
    expect(world.peer.recipients).toBeLessThan(MAILS + 12);
    world.peer.fault = undefined;
    await world.until(30 * minute);
    expect(world.arrivals('v3@visitors.example')).toHaveLength(1);
  });
});

/** Whether nobody knows what became of a mail that failed there: it is sent again after hours, and once. */
function isUnknown({ stage }: Row): boolean {
  return stage === 'within' || stage === 'after';
}

/** Milliseconds after recovery in which the last mail has left. */
function slowest(row: Row): number {
  return isUnknown(row) ? 5 * hour : 6 * minute;
}

type Stop = { stage: Stage; way: Way };

async function setUp(fault: Fault & Partial<Stop>) {
  const peer = await failingPeer();
  peer.fault = fault;
  const from = 'Sample <no-reply@example.com>';
  const openWith = (ms: number) => openSmtp({ url: peer.url, from, log: silent, patience: { connection: ms, step: ms, whole: 10 * ms } });
  // Short waits for a silent server, long ones for any other, so that a busy machine is not taken for a silent server.
  const [hasty, patient] = [openWith(60), openWith(20_000)];
  const transport: Transport = {
    send: (...mail) => (peer.fault?.way === 'silence' ? hasty : patient).send(...mail),
    close: () => [hasty, patient].forEach((one) => one.close()),
  };
  onTestFinished(() => transport.close());
  const mailbox = await setUpMailbox({ transport });
  const { clock, store, worker } = mailbox;
  const began = clock.now;
  const watch = createAlertWatch({
    store: { ...store, now: () => clock.now },
    settings: mailbox.context.settings,
    log: silent,
    wake: () => undefined,
  });
  onTestFinished(() => watch.end());
  const arrivals: { to: string; messageId: string; at: number }[] = [];
  let seen = 0;
  let looked = 0;
  const turn = async () => {
    await worker.maintain();
    await worker.runDue();
    for (const { to, messageId } of peer.mails.slice(seen)) arrivals.push(...to.map((one) => ({ to: one, messageId, at: clock.now })));
    seen = peer.mails.length;
    if (clock.now - looked < minute) return;
    looked = clock.now;
    await watch.look();
  };
  const nextEvent = async () => {
    const job = await store.db
      .selectFrom('jobs')
      .select('run_at')
      .where('status', '=', 'ready')
      .orderBy('run_at')
      .limit(1)
      .executeTakeFirst();
    const outage = await store.db.selectFrom('outages').select('next_try_at').orderBy('next_try_at').limit(1).executeTakeFirst();
    const waits = await store.db.selectFrom('jobs').select('id').where('waiting_on', '=', 'mail').limit(1).executeTakeFirst();
    return Math.min(job?.run_at ?? Infinity, waits && outage ? outage.next_try_at : Infinity);
  };
  let visitor = 0;
  return {
    ...mailbox,
    peer,
    visitors: async (count: number) => {
      const leads: { id: string; email: string }[] = [];
      for (let n = 0; n < count; n += 1) {
        const email = `v${(visitor += 1)}@visitors.example`;
        leads.push({ id: await mailbox.request(email), email });
      }
      return leads;
    },
    /** @param ms since the beginning @param pace how often the worker looks at least */
    until: async (ms: number, pace = 5000) => {
      const end = began + ms;
      while (clock.now < end) {
        await turn();
        // Moves on by `pace`, or to the next event if that is later, but by an hour at most.
        clock.now = Math.min(end, Math.max(clock.now + pace, Math.min(await nextEvent(), clock.now + hour)));
      }
      await turn();
    },
    arrivals: (email: string) => arrivals.filter(({ to }) => to === email),
    alerts: async () => (await store.db.selectFrom('alerts').select('cause').orderBy('cause').execute()).map(({ cause }) => cause),
  };
}
