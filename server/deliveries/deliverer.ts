import { elementAt } from '../../contract/checked.ts';
import type { Log } from '../kernel/log.ts';
import { observations, type AttemptedDelivery } from '../kernel/observations.ts';
import { logOnce } from '../kernel/repeat.ts';
import type { LeaseLane } from '../queue/lease-lane.ts';
import { createLeaseWorker, record } from '../queue/lease-worker.ts';
import { isStoreDown } from '../store/errors.ts';
import { createGroupCommit } from '../store/group-commit.ts';
import { jsonOrText } from '../store/json-column.ts';
import { newId } from '../store/id.ts';
import type { Store } from '../store/store.ts';
import { claimDeliveries, claimProbe, createDeliveryLeases, settleDeliveries, type Attempted, type Claimed } from './delivery-queue.ts';
import { listEndpoints, type Endpoint } from './endpoints.ts';
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
  /** Renews the leases on what is being sent. Happens by itself after start(). */
  maintain: () => Promise<void>;
};

const INTERVAL = 500;
/** Milliseconds that running calls have to end when the server stops. */
const PATIENCE = 4000;

/**
 * Sends every endpoint the deliveries that are due. Each endpoint is a lane of its own, so that one that hangs does not delay others; a lead's events reach an
 * endpoint in order, whichever server sends them.
 */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { store, log, senders, alone = store.dialect === 'sqlite' } = options;
  const leases = createDeliveryLeases(store, { worker: newId(store.now()), now: () => store.now() });
  const attempt = createAttempt(options, leases.worker);
  let isPrepared = false;
  const report = logOnce(log, 'what others are to be told cannot be read', isStoreDown);

  function laneOf(endpoint: Endpoint): LeaseLane<Claimed> | undefined {
    const sender = senders[endpoint.kind];
    const now = store.now();
    if (sender === undefined || endpoint.resume_at > now || sender.isReady?.() === false) return undefined;
    // An endpoint that fails with everything is tried with a single delivery.
    const isFailing = endpoint.failures >= FAILING;
    return {
      name: endpoint.id,
      batch: sender.batch,
      places: isFailing ? 1 : sender.parallel,
      // Of an endpoint that may be failing, no more than it is sent at once.
      ahead: endpoint.failures === 0,
      claim: (count) =>
        isFailing ? claimProbe(store, leases, { endpoint, now }) : claimDeliveries(store, leases, { endpoint, count, now }),
      run: (claimed, signal) => attempt({ endpoint, sender, claimed, signal }),
    };
  }

  const worker = createLeaseWorker<Claimed>({
    store,
    leases,
    alone,
    onPass: report,
    onMaintenance: report,
    look: async () => {
      if (!isPrepared) await options.prepare?.();
      isPrepared = true;
      return { lanes: (await listEndpoints(store.db, ['on'])).flatMap((endpoint) => laneOf(endpoint) ?? []), pause: INTERVAL };
    },
  });
  return {
    deliverDue: worker.runDue,
    maintain: worker.maintain,
    start: () => {
      worker.start();
      return () => worker.stop(PATIENCE);
    },
  };
}

type Attempt = { endpoint: Endpoint; sender: Sender; claimed: readonly Claimed[]; signal: AbortSignal };

/** @returns sends some deliveries in one call, and resolves when the outcome is stored; never throws */
function createAttempt({ store, log, random }: DelivererOptions, worker: string): (attempt: Attempt) => Promise<void> {
  const { dialect } = store;
  let underWay = 0;
  const settlements = createGroupCommit(store, {
    expected: () => underWay,
    write: async (tx, ended: readonly { endpointId: string; attempted: readonly Attempted[] }[]) => {
      const byEndpoint = [...Map.groupBy(ended, ({ endpointId }) => endpointId)];
      // In one order on all servers, because each locks its endpoint's row until the transaction ends.
      for (const [endpointId, some] of byEndpoint.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
        const calls = some.map(({ attempted }) => attempted);
        await settleDeliveries(tx, { endpointId, calls, dialect, worker, now: store.now(), random });
      }
      return ended.map(() => undefined);
    },
  });
  const report = logOnce(log, 'a delivery could not be recorded', isStoreDown);

  return async ({ endpoint, sender, claimed, signal }) => {
    const at = store.now();
    const began = performance.now();
    underWay += 1;
    const outcomes = await sendAll(sender, { endpoint, claimed, signal }).finally(() => (underWay -= 1));
    // Aborted because this server stops: the deliveries are given back, and the attempt does not count.
    if (signal.aborted && outcomes.some(({ taken }) => !taken)) return;
    const ms = Math.round(performance.now() - began);
    const attempted = claimed.map((one, index): Attempted => ({ claimed: one, outcome: elementAt(outcomes, index), at, ms }));
    const settle = async () => {
      await settlements.add({ endpointId: endpoint.id, attempted });
      tell(log, endpoint, outcomes);
      for (const outcome of outcomes) observations.delivery.tell({ kind: endpoint.kind, outcome: observedAs(outcome) });
    };
    await record(settle, signal, report);
  };
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
