import { setTimeout as wait } from 'node:timers/promises';
import { elementAt, present } from '../../contract/checked.ts';
import type { Log } from '../kernel/log.ts';
import { observations, type AttemptedDelivery } from '../kernel/observations.ts';
import { isStoreDown } from '../store/errors.ts';
import { jsonOrText } from '../store/json-column.ts';
import { newId } from '../store/id.ts';
import type { Store } from '../store/store.ts';
import {
  claimDeliveries,
  claimProbe,
  releaseAll,
  releaseOwn,
  renewLeases,
  settleDeliveries,
  type Attempted,
  type Claimed,
} from './delivery-queue.ts';
import { listEndpoints, type Endpoint } from './endpoints.ts';
import { RENEWAL } from './deliver-timeouts.ts';
import { FAILING } from './retry-times.ts';
import { failedOutcome, type DeliveryOutcome, type Sender } from './sending.ts';

export type DelivererOptions = {
  store: Store;
  senders: Partial<Record<Endpoint['kind'], Sender>>;
  log: Log;
  random?: () => number;
  /** Runs once after migrations, before anything is sent. */
  prepare?: () => Promise<void>;
  /** Whether this process is the only one that uses the store. Default: on SQLite. */
  alone?: boolean;
};

export type Deliverer = {
  /** @returns a function that stops it and gives running calls some seconds to end */
  start: () => () => Promise<void>;
  /** Delivers everything that is due and returns when it is settled. For tests, without start(). */
  deliverDue: () => Promise<void>;
};

const INTERVAL = 500;
/** Milliseconds that running calls have to end when the server stops. */
const PATIENCE = 4000;
const RECORD_PAUSE = 1000;
/** Milliseconds during which storing an outcome is retried when the store fails. */
const RECORD_FOR = 60_000;

/**
 * Sends every endpoint the deliveries that are due. Each endpoint has a number of calls of its own, so that one that hangs does not delay others; a lead's
 * events reach an endpoint in order, whichever server sends them.
 */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { store, log, alone = store.dialect === 'sqlite' } = options;
  const worker = newId(store.now());
  const running = new Map<string, Set<Promise<void>>>();
  const cut = new AbortController();
  const leases = leasesOf(store, worker);
  const calls = () => [...running.values()].flatMap((some) => [...some]);

  /** @returns how many deliveries were started */
  async function begin(endpoint: Endpoint): Promise<number> {
    const sender = options.senders[endpoint.kind];
    const own = running.get(endpoint.id) ?? new Set();
    running.set(endpoint.id, own);
    if (sender === undefined) return 0;
    const mine = await claim(store, { endpoint, sender, worker, underWay: own.size });
    for (let at = 0; at < mine.length; at += sender.batch) {
      const some = mine.slice(at, at + sender.batch);
      const call = attempt(options, { endpoint, worker, sender, claimed: some, signal: cut.signal });
      own.add(call);
      void leases.during(call, some).finally(() => own.delete(call));
    }
    return mine.length;
  }

  async function pass(): Promise<number> {
    await leases.renew();
    let begun = 0;
    for (const endpoint of await listEndpoints(store.db, ['on'])) begun += await begin(endpoint);
    return begun;
  }

  return {
    deliverDue: async () => {
      while ((await pass()) > 0) await Promise.all(calls());
    },
    start: () => {
      const stopping = new AbortController();
      const first = async () => {
        if (alone) await releaseAll(store.db);
        await options.prepare?.();
      };
      const loop = repeat({ first, pass, calls }, { store, log, signal: stopping.signal });
      return async () => {
        stopping.abort();
        await loop;
        const late = setTimeout(() => cut.abort(), PATIENCE);
        await Promise.all(calls());
        clearTimeout(late);
        await releaseOwn(store.db, worker).catch(() => undefined);
      };
    },
  };
}

type Claiming = { endpoint: Endpoint; sender: Sender; worker: string; underWay: number };

async function claim(store: Store, { endpoint, sender, worker, underWay }: Claiming): Promise<Claimed[]> {
  const now = store.now();
  if (endpoint.resume_at > now || sender.isReady?.() === false) return [];
  // An endpoint that fails with everything is tried with a single delivery.
  const failing = endpoint.failures >= FAILING;
  const free = (failing ? 1 : sender.parallel) - underWay;
  if (free <= 0) return [];
  const claimed = failing
    ? await claimProbe(store, { endpoint, worker, now })
    : await claimDeliveries(store, { endpoint, worker, count: free * sender.batch, now });
  // The lease may have run out before the store answered: another server may have it by now.
  return claimed.filter(({ locked_until: until }) => present(until) > store.now());
}

/** Renews the leases of deliveries that are being sent. */
function leasesOf(store: Store, worker: string) {
  const leased = new Set<string>();
  let renewedAt = 0;
  return {
    during: async (call: Promise<void>, some: readonly Claimed[]): Promise<void> => {
      for (const { id } of some) leased.add(id);
      await call;
      for (const { id } of some) leased.delete(id);
    },
    renew: async (): Promise<void> => {
      const now = store.now();
      if (leased.size === 0) renewedAt = now;
      if (now - renewedAt < RENEWAL) return;
      await renewLeases(store.db, { worker, ids: [...leased], now });
      renewedAt = now;
    },
  };
}

type Work = { first: () => Promise<void>; pass: () => Promise<number>; calls: () => Promise<void>[] };

async function repeat(
  { first, pass, calls }: Work,
  { store, log, signal }: Pick<DelivererOptions, 'store' | 'log'> & { signal: AbortSignal },
): Promise<void> {
  let begun = false;
  let told: string | undefined;
  while (!signal.aborted) {
    try {
      if (store.isMigrated()) {
        if (!begun) await first();
        begun = true;
        await pass();
      }
      told = undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // Failures of the store are logged elsewhere.
      if (!isStoreDown(error) && reason !== told) log.error({ reason }, 'what others are to be told cannot be read');
      told = reason;
    }
    // A call that ends makes room for the next at once.
    await Promise.race([wait(INTERVAL, undefined, { signal, ref: false }).catch(() => undefined), ...calls()]);
  }
}

type Attempt = { endpoint: Endpoint; worker: string; sender: Sender; claimed: readonly Claimed[]; signal: AbortSignal };

/** Sends some deliveries in one call and stores the outcome. Never throws. */
async function attempt({ store, log, random }: DelivererOptions, { endpoint, worker, sender, claimed, signal }: Attempt): Promise<void> {
  const at = store.now();
  const began = performance.now();
  const outcomes = await sendAll(sender, { endpoint, claimed, signal });
  // Aborted because this server stops: the deliveries are given back, and the attempt does not count.
  if (signal.aborted && outcomes.some(({ taken }) => !taken)) return;
  const ms = Math.round(performance.now() - began);
  const attempted = claimed.map((one, index): Attempted => ({
    claimed: one,
    outcome: elementAt(outcomes, index),
    at,
    ms,
  }));
  const ended = performance.now();
  while (performance.now() - ended < RECORD_FOR) {
    try {
      await store.begin((tx) =>
        settleDeliveries(tx, { endpointId: endpoint.id, dialect: store.dialect, worker, attempted, now: store.now(), random }),
      );
      tell(log, endpoint, outcomes);
      for (const outcome of outcomes) observations.delivery.tell({ kind: endpoint.kind, outcome: observedAs(outcome) });
      return;
    } catch (error) {
      if (!isStoreDown(error))
        log.error({ reason: error instanceof Error ? error.message : undefined }, 'a delivery could not be recorded');
      await wait(RECORD_PAUSE, undefined, { ref: false });
    }
  }
}

/** Sends deliveries in one call. One whose stored payload cannot be read fails for good, without holding up the others. */
async function sendAll(
  sender: Sender,
  { endpoint, claimed, signal }: Pick<Attempt, 'endpoint' | 'claimed' | 'signal'>,
): Promise<DeliveryOutcome[]> {
  const sound = claimed.filter(({ event }) => typeof jsonOrText(event.payload) === 'object');
  const sent = sound.map(({ id, event }) => ({ id, event }));
  const outcomes =
    sound.length === 0 ? [] : await sender.send(endpoint, sent, signal).catch((error: unknown) => sound.map(() => failedOutcome(error)));
  const bySound = new Map(sound.map((one, index) => [one, outcomes[index] ?? failedOutcome('it was not answered')]));
  return claimed.map((one) => bySound.get(one) ?? { ...failedOutcome('what is stored of it cannot be read'), final: true });
}

function observedAs({ taken, status }: DeliveryOutcome): AttemptedDelivery['outcome'] {
  if (taken) return 'taken';
  return status === null ? 'no answer' : 'refused';
}

/** Logs only the endpoint's id: its address may contain a secret. */
function tell(log: Log, { id: endpoint, failures }: Endpoint, outcomes: readonly DeliveryOutcome[]): void {
  const failed = outcomes.find(({ taken }) => !taken);
  const gone = outcomes.find((outcome) => outcome.gone !== undefined)?.gone;
  if (gone !== undefined) log.error({ endpoint, reason: gone }, 'an endpoint is switched off');
  else if (failed !== undefined && failures === 0)
    log.warn({ endpoint, reason: failed.error }, 'a delivery failed and will be tried again');
  else if (failed === undefined && failures >= FAILING) log.info({ endpoint }, 'an endpoint takes deliveries again');
}
