import { hostname } from 'node:os';
import { observations } from '../kernel/observations.ts';
import type { Settings } from '../settings/settings.ts';
import { freeBytes } from '../store/data-dir/disk-room.ts';
import { backupFailure, lastBackup } from '../store/data-dir/last-backup.ts';
import type { SignalKind } from '../store/tables/alert-tables.ts';
import type { PotName } from '../store/shares/pots.ts';
import type { Tx } from '../store/store.ts';
import type { AlertCause } from './alert-causes.ts';

/** A problem that a server finds itself. `lasts`: milliseconds for which it is reported unless it is found again. */
export type ServerSignal = { kind: SignalKind; subject: string; reason: string; count: number; lasts: number };

type SignalSettings = Pick<Settings, 'DATA_DIR' | 'DISK_RESERVE_MB'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MB = 1024 * 1024;
/** Milliseconds for which a condition is reported: it is over when ten looks did not find it. */
const GOES_ON = 10 * MINUTE;
/** Milliseconds for which a refused form is reported: the next one may come late. */
const REFUSED = HOUR;
/** Milliseconds. Backups are made every six hours or once a day: after two days several were missed. */
const OLD_BACKUP = 2 * DAY;

/** Milliseconds for which an unreadable row is reported after it was last read: some rows are read only when something changes. */
const UNREADABLE = 2 * DAY;

const refused = {
  failed: 'answered with an error of the server',
  'no room': 'no room for the file',
  'over its share': 'one network or domain has had its share of UPLOADS_MB_PER_DAY, or of what is stored in a day',
} as const;

/** Limits that delay mails of forms beyond their share, with the words for the alert. Forms that are refused are reported as such. */
const waitingPots: Readonly<Record<string, string>> = { forms: 'first mails', confirmed: 'notices of verified leads' } satisfies Partial<
  Record<PotName, string>
>;

/**
 * Counts the forms that this server refused or whose mails are delayed, notes rows that it could not read, and checks its disk and its backups.
 * @param onRefused called at once for each refused form
 * @returns `take` returns what was found since its last call
 */
export function watchServer(settings: SignalSettings, now: () => number, onRefused: () => void) {
  const met = new Map<string, ServerSignal>();
  const add = (found: Pick<ServerSignal, 'kind' | 'subject' | 'reason'>) => {
    const count = (met.get(found.subject)?.count ?? 0) + 1;
    met.set(found.subject, { ...found, count, lasts: REFUSED });
  };
  const ends = [
    observations.lead.listen(({ form, outcome }) => {
      if (!(outcome in refused)) return;
      add({ kind: 'forms refused', subject: `${form}: ${outcome}`, reason: refused[outcome as keyof typeof refused] });
      onRefused();
    }),
    observations.share.listen(({ pot, lane }) => {
      const subject = waitingPots[pot];
      if (lane !== 'slow' || subject === undefined) return;
      add({ kind: 'share used up', subject, reason: 'FIRST_MAILS_PER_HOUR and FIRST_MAILS_PER_DAY say how large it is' });
    }),
    observations.unreadable.listen((subject) => {
      met.set(subject, { kind: 'row unreadable', subject, reason: '', count: 1, lasts: UNREADABLE });
    }),
  ];
  return {
    take: async () => {
      const counted = [...met.values()];
      met.clear();
      return [...counted, ...(await conditions(settings, now()))];
    },
    /** Takes back signals that could not be stored: they are counted with the next ones. */
    giveBack: (signals: readonly ServerSignal[]) => {
      for (const signal of signals) {
        if (signal.lasts === GOES_ON) continue;
        met.set(signal.subject, { ...signal, count: signal.count + (addsUp(signal) ? (met.get(signal.subject)?.count ?? 0) : 0) });
      }
    },
    end: () => {
      for (const end of ends) end();
    },
  };
}

/** Problems with DATA_DIR: too little free space, old or failed backups. */
async function conditions({ DATA_DIR, DISK_RESERVE_MB }: SignalSettings, at: number): Promise<ServerSignal[]> {
  const subject = `${DATA_DIR} on ${hostname()}`;
  const [free, last, failure] = await Promise.all([
    freeBytes(DATA_DIR).catch(() => undefined),
    lastBackup(DATA_DIR).catch(() => undefined),
    backupFailure(DATA_DIR),
  ]);
  const found: Pick<ServerSignal, 'kind' | 'reason' | 'count'>[] = [];
  if (free !== undefined && free < 2 * DISK_RESERVE_MB * MB)
    found.push({ kind: 'disk low', reason: `${Math.floor(free / MB)} MB free, DISK_RESERVE_MB is ${DISK_RESERVE_MB}`, count: 1 });
  // Counted in days, so that it is reported again each day.
  if (last !== undefined && at - last > OLD_BACKUP)
    found.push({
      kind: 'backup old',
      reason: `the last began ${Math.floor((at - last) / HOUR)} hours ago`,
      count: Math.floor((at - last) / DAY),
    });
  if (failure !== undefined) found.push({ kind: 'backup failed', reason: failure, count: 1 });
  return found.map((one) => ({ ...one, subject, lasts: GOES_ON }));
}

export type ServerWatch = ReturnType<typeof watchServer>;

/** Stores a server's signals: counts of refused forms and delayed mails are added up, a condition replaces the earlier one. */
export async function storeSignals(tx: Tx, signals: readonly ServerSignal[], now: number): Promise<void> {
  await tx.deleteFrom('alert_signals').where('until', '<', now).execute();
  for (const { lasts, ...signal } of signals) {
    await tx
      .insertInto('alert_signals')
      .values({ ...signal, since: now, until: now + lasts })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'subject']).doUpdateSet((eb) => ({
          reason: signal.reason,
          count: addsUp(signal) ? eb('alert_signals.count', '+', signal.count) : signal.count,
          until: now + lasts,
        })),
      )
      .execute();
  }
}

function addsUp({ kind }: Pick<ServerSignal, 'kind'>): boolean {
  return kind === 'forms refused' || kind === 'share used up';
}

export async function findSignals(db: Tx, now: number): Promise<AlertCause[]> {
  return db
    .selectFrom('alert_signals')
    .select(['kind', 'subject', 'reason', 'count', 'since'])
    .where('until', '>=', now)
    .orderBy('kind')
    .orderBy('subject')
    .execute();
}
