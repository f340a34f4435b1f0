import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../kernel/log.ts';
import { present } from '../../contract/checked.ts';
import type { RetentionSetting } from '../../contract/retention-periods.ts';
import { jsonObject } from '../store/json-column.ts';
import type { Settings } from '../settings/settings.ts';
import { lastOf, logPrivacy } from './privacy-log.ts';
import { type RemovalParts, dueBy, retentionRules, type DuePeriod } from './retention-rules.ts';
import { scrubHere, type Scrub } from './scrub-thread.ts';
import { SQLITE_NAME } from '../store/database/sqlite.ts';

export type RetentionParts = RemovalParts & { settings: Settings; scrub?: Scrub | undefined };
export type RetentionCount = DuePeriod & { count: number };

/** Counts what is due to be removed, by rule. Removes nothing. */
export async function countDue({ store, dataDir, settings, now }: RetentionParts): Promise<RetentionCount[]> {
  const counts: RetentionCount[] = [];
  for (const due of dueBy(settings, now())) {
    counts.push({ ...due, count: await retentionRules[due.setting].count({ db: store.db, dataDir, now }, due.before) });
  }
  return counts;
}

/** Removes what is due, and logs how many rows each rule removed. */
export async function removeDue(parts: RetentionParts, actor: string): Promise<RetentionCount[]> {
  const removed: RetentionCount[] = [];
  for (const due of dueBy(parts.settings, parts.now())) {
    removed.push({ ...due, count: await retentionRules[due.setting].remove(parts, due.before) });
  }
  const counts = Object.fromEntries(removed.flatMap(({ setting, count }) => (count > 0 ? [[setting, count]] : [])));
  if (Object.keys(counts).length > 0) await logPrivacy(parts.store.db, { action: 'retention', actor, at: parts.now(), counts });
  return removed;
}

/** Milliseconds between announcing new or shorter periods and the first removal by them. */
const NOTICE = 20 * 3_600_000;

/**
 * The scheduled removal. When periods are new or shorter, it first logs what they will remove and removes nothing for most of a day, so that a mistyped
 * setting can be corrected.
 */
export async function removeOnSchedule(parts: RetentionParts, log: Log): Promise<void> {
  const { store, settings, now } = parts;
  const announced = await lastOf(store.db, 'retention announced');
  const known = announced === undefined ? undefined : (jsonObject(announced.counts) as Partial<Record<RetentionSetting, number>>);
  if (known === undefined || dueBy(settings, now()).some(({ setting, days }) => days < (known[setting] ?? Infinity))) {
    const days = Object.fromEntries(dueBy(settings, now()).map((due) => [due.setting, due.days]));
    await logPrivacy(store.db, { action: 'retention announced', actor: 'server', at: now(), counts: days });
    const due = shown(await countDue(parts));
    if (Object.keys(due).length === 0) log.info({}, 'periods of retention are new or shorter, and nothing is that old');
    else log.warn(due, 'periods of retention are new or shorter: this will be removed from tomorrow on; npm run retention shows it');
    return;
  }
  if (now() - present(announced).at < NOTICE) return;
  const removed = shown(await removeDue(parts, 'server'));
  if (Object.keys(removed).length === 0) return;
  log.info(removed, 'removed what was kept for as long as the settings say');
  await scrubIfQuick(parts, log);
}

/** Largest store, in bytes, that is rewritten at once: it takes a second or two, during which forms wait. */
const QUICK = 128 * 1024 * 1024;

/** Scrubs a small store. A larger one keeps removed rows in its free pages until an operator runs the scrub at a quiet hour. */
async function scrubIfQuick({ store, dataDir, scrub = scrubHere(store) }: RetentionParts, log: Log): Promise<void> {
  if (store.dialect === 'postgres') return;
  const { size } = await stat(join(dataDir, SQLITE_NAME));
  if (size <= QUICK) await scrub();
  else
    log.info(
      { bytes: size },
      'what was removed is still in free pages of the store: npm run privacy -- scrub writes it anew, at a quiet hour',
    );
}

function shown(counts: readonly RetentionCount[]): Record<string, number> {
  return Object.fromEntries(counts.flatMap(({ setting, count }) => (count > 0 ? [[setting, count]] : [])));
}
