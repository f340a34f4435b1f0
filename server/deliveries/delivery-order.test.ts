import fc from 'fast-check';
import { expect } from 'vitest';
import { stoppedClock } from '../queue/jobs.testing.ts';
import { newId } from '../store/id.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { LEASE } from '../queue/leases.ts';
import {
  claimDeliveries,
  claimProbe,
  createDeliveryLeases,
  settleDeliveries,
  type Claimed,
  type DeliveryLeases,
} from './delivery-queue.ts';
import { addEndpoint, exactEndpoint, type Endpoint } from './endpoints.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';
import { payloadOf } from './lead-events.ts';
import { FAILING } from './retry-times.ts';
import type { DeliveryOutcome } from './sending.ts';

const SERVERS = 3;
const SUBJECTS = 2;
const minute = 60_000;
/** Runs with random steps. About forty steps of a run have an effect, so that a missing check of earlier events is found within ten runs. */
const RUNS = { sqlite: 40, postgres: 12 };

/** How an attempt ends, for the receiver and for the server that made it. */
const ends = ['taken', 'refused', 'taken, answer lost'] as const;

/** One step of one server: what it does to the store and to the receiver. */
type Step =
  | { does: 'enqueue'; subject: number }
  | { does: 'claim' | 'renew' | 'stop' | 'kill'; server: number }
  /** All servers claim at the same time. */
  | { does: 'claim at once' }
  /** A server's request arrives, perhaps late, after another server has got the lease. */
  | { does: 'send'; which: number; end: (typeof ends)[number] }
  /** The outcome of a request is stored. */
  | { does: 'settle'; which: number }
  | { does: 'pass'; ms: number }
  /** From now on the server's clock differs by `ms` from the others'. */
  | { does: 'skew'; server: number; ms: number };

const server = fc.nat(SERVERS - 1);
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ does: fc.constant('enqueue' as const), subject: fc.nat(SUBJECTS - 1) }) },
    {
      weight: 5,
      arbitrary: fc.record({
        does: fc.constantFrom('claim' as const, 'claim' as const, 'renew' as const, 'stop' as const, 'kill' as const),
        server,
      }),
    },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('claim at once' as const) }) },
    { weight: 6, arbitrary: fc.record({ does: fc.constant('send' as const), which: fc.nat(5), end: fc.constantFrom(...ends) }) },
    { weight: 5, arbitrary: fc.record({ does: fc.constant('settle' as const), which: fc.nat(5) }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('pass' as const), ms: fc.constantFrom(1000, LEASE + 1, minute, 60 * minute) }) },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constant('skew' as const), server, ms: fc.integer({ min: -2 * LEASE, max: 2 * LEASE }) }),
    },
  ),
  { minLength: 20, maxLength: 40 },
);

type Server = { worker: string; skew: number; attempts: Attempt[] };
type Attempt = { by: Server; claimed: Claimed; at: number; outcome?: DeliveryOutcome };

type World = {
  store: Store;
  clock: ReturnType<typeof stoppedClock>;
  endpoint: Endpoint;
  subjects: string[];
  servers: Server[];
  /** By subject: what was enqueued, and what the receiver accepted, in order. */
  enqueued: Map<string, string[]>;
  taken: { subject: string; event: string }[];
};

const taken: DeliveryOutcome = { taken: true, status: 204, error: null, answer: null };
const refused: DeliveryOutcome = { taken: false, status: 500, error: 'HTTP 500', answer: null };

testOnStores(
  'whatever three servers do one after another, with clocks of their own, each event arrives, and no event before the one before it',
  async () => {
    const store = await freshStore();
    await fc.assert(
      fc.asyncProperty(steps, async (some) => {
        const world = await makeWorld(store);
        for (const step of some) await take(world, step);
        await drain(world);
        expectOrder(world);
        const told = new Set(world.taken.map(({ event }) => event));
        expect([...world.enqueued.values()].flat().filter((event) => !told.has(event))).toEqual([]);
      }),
      { numRuns: RUNS[store.dialect], seed: 13 },
    );
  },
);

async function makeWorld(store: Store): Promise<World> {
  const clock = stoppedClock();
  const endpoint = await addEndpoint(store.db, {
    kind: 'webhook',
    url: 'http://receiver.example',
    events: ['lead.changed'],
    now: clock.now(),
  });
  const servers = Array.from({ length: SERVERS }, () => ({ worker: newId(clock.now()), skew: 0, attempts: [] }));
  const subjects = Array.from({ length: SUBJECTS }, () => newId(clock.now()));
  return { store, clock, endpoint, subjects, servers, enqueued: new Map(), taken: [] };
}

async function take(world: World, step: Step): Promise<void> {
  const { clock, servers } = world;
  if (step.does === 'pass') return clock.pass(step.ms);
  if (step.does === 'enqueue') return enqueue(world, world.subjects[step.subject]!);
  if (step.does === 'claim at once') return void (await Promise.all(servers.map((each) => claim(world, each))));
  if (step.does === 'send') return send(world, one(world, step.which, false), step.end);
  if (step.does === 'settle') return settle(world, one(world, step.which, true));
  const server = servers[step.server]!;
  if (step.does === 'skew') server.skew = step.ms;
  else if (step.does === 'claim') await claim(world, server);
  else if (step.does === 'renew') await renew(world, server);
  else {
    if (step.does === 'stop') await leasesOf(world, server).giveBack(server.attempts.map(({ claimed }) => claimed.id));
    // A server that stops forgets the requests that it sent without storing their outcome.
    server.attempts = [];
    server.worker = newId(clock.now());
  }
}

/** Chooses one attempt whose request has arrived (`sent`), or has not. */
function one({ servers }: World, which: number, sent: boolean): Attempt | undefined {
  const all = servers.flatMap(({ attempts }) => attempts.filter(({ outcome }) => (outcome !== undefined) === sent));
  return all[which % Math.max(1, all.length)];
}

async function enqueue({ store, endpoint, enqueued, clock }: World, subject: string): Promise<void> {
  const before = enqueued.get(subject) ?? [];
  const event = `${subject} ${before.length}`;
  enqueued.set(subject, [...before, event]);
  const payload = payloadOf('lead.changed', clock.now(), { leadId: event, changed: 'state', from: 'new', to: 'won', reason: null });
  await store.begin((tx) =>
    enqueueDeliveries(tx, store.dialect, { endpoints: [endpoint], events: [{ source: event, leadId: null, payload }], now: clock.now() }),
  );
  // Deliveries are ordered by subject: sets it without creating a lead.
  await store.db
    .updateTable('deliveries')
    .set({ subject })
    .where('endpoint_id', '=', endpoint.id)
    .where('event_id', 'in', (eb) => eb.selectFrom('delivery_events').select('id').where('payload', '=', JSON.stringify(payload)))
    .execute();
}

async function claim({ store, endpoint, clock }: World, server: Server): Promise<void> {
  const now = clock.now() + server.skew;
  const { failures } = (await exactEndpoint(store.db, endpoint.id))!;
  const leases = leasesOf({ store, clock }, server);
  const claimed =
    failures >= FAILING
      ? await claimProbe(store, leases, { endpoint, now })
      : await claimDeliveries(store, leases, { endpoint, now, count: 4 });
  server.attempts.push(...claimed.map((each) => ({ by: server, claimed: each, at: now })));
}

function leasesOf({ store, clock }: Pick<World, 'store' | 'clock'>, { worker, skew }: Server): DeliveryLeases {
  return createDeliveryLeases(store, { worker, now: () => clock.now() + skew });
}

async function renew(world: World, server: Server): Promise<void> {
  await leasesOf(world, server).renew(server.attempts.map(({ claimed }) => claimed.id));
}

function send({ taken: arrived }: World, attempt: Attempt | undefined, end: (typeof ends)[number]): void {
  if (attempt === undefined) return;
  if (end !== 'refused') arrived.push(eventOf(attempt.claimed));
  attempt.outcome = end === 'taken' ? taken : refused;
}

async function settle({ store, endpoint, clock }: World, attempt: Attempt | undefined): Promise<void> {
  if (attempt?.outcome === undefined) return;
  const { by: server, outcome, ...rest } = attempt;
  server.attempts = server.attempts.filter((each) => each !== attempt);
  const settling = { endpointId: endpoint.id, dialect: store.dialect, now: clock.now() + server.skew, random: () => 0.5 };
  await store.begin((tx) => settleDeliveries(tx, { ...settling, worker: server.worker, calls: [[{ ...rest, outcome, ms: 1 }]] }));
}

/** Sends everything that is still waiting, without failures. */
async function drain(world: World): Promise<void> {
  const { clock, servers } = world;
  for (const server of servers) Object.assign(server, { worker: newId(clock.now()), skew: 0, attempts: [] });
  const [server] = servers as [Server];
  for (let round = 0; round < 200; round += 1) {
    clock.pass(60 * minute);
    await claim(world, server);
    if (server.attempts.length === 0 && (await waiting(world)) === 0) return;
    for (const attempt of server.attempts) send(world, attempt, 'taken');
    while (server.attempts.length > 0) await settle(world, server.attempts[0]);
  }
  throw new Error('something waits for ever');
}

async function waiting({ store, endpoint }: World): Promise<number> {
  const rows = await store.db
    .selectFrom('deliveries')
    .select('id')
    .where('endpoint_id', '=', endpoint.id)
    .where('status', '=', 'waiting')
    .execute();
  return rows.length;
}

function eventOf({ subject, event }: Claimed): { subject: string; event: string } {
  return { subject, event: (JSON.parse(event.payload) as { data: { leadId: string } }).data.leadId };
}

/** An event that arrived twice counts by its first arrival. */
function expectOrder({ taken: arrived, enqueued }: World): void {
  for (const [subject, events] of enqueued) {
    const first = [...new Set(arrived.filter((one) => one.subject === subject).map(({ event }) => event))];
    expect(first).toEqual(events.slice(0, first.length));
  }
}
