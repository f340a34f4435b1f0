import { enqueue } from '../queue/job-queue.ts';
import type { Log } from '../kernel/log.ts';
import { mailResource } from '../mail/message.ts';
import { observations } from '../kernel/observations.ts';
import { logOnce, repeat, type Repeated } from '../kernel/repeat.ts';
import type { Settings } from '../settings/settings.ts';
import { isStoreDown } from '../store/errors.ts';
import type { Store, Tx } from '../store/store.ts';
import { causeKey, findCauses, OLD, type AlertCause } from './alert-causes.ts';
import { alertJob, tellsEnd, type ToldCause } from './alert.mail.tsx';
import { noteCauses, type AlertNews, type EndedCause } from './alert-repository.ts';
import { findSignals, storeSignals, watchServer, type ServerWatch } from './server-signals.ts';
import { weekOf } from './week.ts';
import { weeklySummary } from './weekly-summary.mail.tsx';

export type AlertWatch = {
  /** @returns a function that stops it */
  start(): () => Promise<void>;
  look(): Promise<void>;
  /** Stops counting refused and delayed forms, for a watch that was never started. */
  end(): void;
};

export type AlertWatchOptions = {
  store: Store;
  settings: Pick<Settings, 'OPS_MAIL' | 'TIME_ZONE' | 'DATA_DIR' | 'DISK_RESERVE_MB'>;
  log: Log;
  wake: () => void;
  /** Finds causes that other parts of the server know. */
  findMore?: (db: Tx, now: number) => Promise<readonly AlertCause[]>;
};

const INTERVAL = 60_000;
/** Milliseconds to wait after a job's death or a refused form: more with the same cause may follow. */
const SOON = 2000;

/**
 * Looks for problems that need a person: every minute, and soon after a job died or a form was refused. Logs them, and mails OPS_MAIL once for each cause,
 * from one server only.
 */
export function createAlertWatch(options: AlertWatchOptions): AlertWatch {
  const { store, log } = options;
  let rounds: Repeated | undefined;
  const turnSoon = () => rounds?.soon(SOON);
  const server = watchServer(options.settings, () => store.now(), turnSoon);
  return {
    look: () => look(options, server),
    end: () => server.end(),
    start: () => {
      const turn = async () => {
        if (store.isMigrated()) await look(options, server);
      };
      rounds = repeat(turn, { every: INTERVAL, first: INTERVAL, report: logOnce(log, 'alerts cannot be looked for', isStoreDown) });
      const end = observations.jobRun.listen(({ status }) => {
        if (status === 'dead') turnSoon();
      });
      const { stop } = rounds;
      return async () => {
        end();
        server.end();
        await stop();
      };
    },
  };
}

async function look({ store, settings, log, wake, findMore }: AlertWatchOptions, server: ServerWatch): Promise<void> {
  const now = store.now();
  const signals = await server.take();
  await store
    .begin((tx) => storeSignals(tx, signals, now))
    .catch((error: unknown) => {
      server.giveBack(signals);
      throw error;
    });
  const found = [...(await findCauses(store.db, now)), ...(await findSignals(store.db, now)), ...((await findMore?.(store.db, now)) ?? [])];
  const { told, over, enqueued } = await store.begin(async (tx) => {
    const news = await noteCauses(store, tx, found, now);
    const causes = settings.OPS_MAIL === undefined ? [] : mailed(news, now);
    // Due OLD milliseconds ago, so that the mail is among the first sent: it may be about the queue itself.
    if (causes.length > 0) await enqueue(tx, alertJob, { causes }, { now, runAt: now - OLD });
    const monday = weekOf(now, settings.TIME_ZONE);
    const weekly =
      settings.OPS_MAIL && (await enqueue(tx, weeklySummary, { monday }, { now, uniqueKey: `weekly-word:${monday}` })) !== undefined;
    return { ...news, enqueued: causes.length > 0 || weekly === true };
  });
  for (const { kind, subject, count, reason } of told)
    log.error({ cause: kind, subject, count, reason }, 'this needs somebody’s attention');
  for (const { cause } of over) log.info({ cause }, 'this is over');
  if (enqueued) wake();
}

/** Chooses what to mail: an outage of mail only when it is over, and failures of the alert job never. */
function mailed({ told, over, ended }: AlertNews, now: number): ToldCause[] {
  const mailDown = { kind: 'resource down', subject: mailResource, reason: '', count: 0 } as const;
  const isMail = (cause: string) => cause === causeKey({ ...mailDown, since: 0 });
  return [
    ...told.filter((cause) => cause.subject !== alertJob.name && !isMail(causeKey(cause))),
    ...over.filter(({ cause }) => isMail(cause)).map(({ since }) => ({ ...mailDown, since, until: now })),
    ...ended.filter(({ cause }) => !isMail(cause)).flatMap(endOf),
  ];
}

/** Reports the end of lasting conditions only: other causes end because staff acted. */
function endOf({ cause, ...times }: EndedCause): ToldCause[] {
  const at = cause.indexOf(': ');
  const kind = cause.slice(0, at);
  return tellsEnd(kind) ? [{ kind, subject: cause.slice(at + 2), reason: '', count: 0, ...times }] : [];
}
