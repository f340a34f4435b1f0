import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type RawBuilder } from 'kysely';
import { elementAt, present } from '../../contract/checked.ts';
import { retentionSettings, type RetentionSetting } from '../../contract/retention-periods.ts';
import { isOver, isUnannounced, leadRetention, type LeadRetention, type LeadRetentionSetting } from '../leads/lead-retention.ts';
import type { Settings } from '../settings/settings.ts';
import { newId } from '../store/id.ts';
import { tables, type Schema } from '../store/schema.ts';
import { keyColumn, type Conditions, type Table } from '../store/table.ts';
import type { Tx, Store } from '../store/store.ts';
import { removeCookieConsents } from './cookie-consents.ts';
import type { Files } from '../files/files.ts';
import { deleteLeads } from '../leads/delete-leads.ts';
import { addEvents } from '../leads/lead-repository.ts';
import type { Log } from '../kernel/log.ts';
import { jsonObject } from '../store/json-column.ts';
import { lastOf, logPrivacy } from './privacy-log.ts';
import { scrubHere, type Scrub } from './scrub-thread.ts';
import { SQLITE_NAME } from '../store/database/sqlite.ts';

/** How the data of one setting is removed. `before` is milliseconds since the epoch. */
export type RetentionRule = {
  count: (parts: Pick<RemovalParts, 'dataDir' | 'now'> & { db: Tx }, before: number) => Promise<number>;
  /** Removes all that is due, in batches. @returns how many rows or files */
  remove: (parts: RemovalParts, before: number) => Promise<number>;
};

/** What a setting removes otherwise than by the conditions that tables declare. */
const others: { readonly [Setting in RetentionSetting]?: RetentionRule } = {
  ...(Object.fromEntries(Object.entries(leadRetention).map(([setting, rule]) => [setting, leads(rule)])) as Record<
    LeadRetentionSetting,
    RetentionRule
  >),
  KEEP_COOKIE_CONSENTS_DAYS: {
    count: async ({ db }, before) => countRows(db, 'cookie_consents', sql`at < ${before}`),
    remove: removeCookieConsents,
  },
  KEEP_MAILS_DAYS: {
    count: async ({ dataDir }, before) => (await oldMails(dataDir, before)).length,
    remove: async ({ dataDir }, before) => {
      const paths = await oldMails(dataDir, before);
      for (const path of paths) await rm(path, { force: true });
      return paths.length;
    },
  },
  KEEP_STAFF_ACTIONS_DAYS: {
    count: async ({ db }, before) => countRows(db, 'staff_actions', sql`at < ${before}`),
    remove: removeStaffActions,
  },
};

/** What each setting removes; nothing else is removed. */
export const retentionRules = Object.fromEntries(
  retentionSettings.map((setting) => [setting, others[setting] ?? together(declaredRules(setting))]),
) as Record<RetentionSetting, RetentionRule>;

function declaredRules(setting: RetentionSetting): RetentionRule[] {
  return Object.entries<Table>(tables).flatMap(([name, { until }]) => {
    const condition = typeof until === 'string' || Array.isArray(until) ? undefined : (until as Conditions)[setting];
    return condition === undefined ? [] : [rows(name as keyof Schema, condition)];
  });
}

function together(rules: readonly RetentionRule[]): RetentionRule {
  const sum = async (count: (rule: RetentionRule) => Promise<number>) => {
    let total = 0;
    for (const rule of rules) total += await count(rule);
    return total;
  };
  return {
    count: (parts, before) => sum((rule) => rule.count(parts, before)),
    remove: (parts, before) => sum((rule) => rule.remove(parts, before)),
  };
}

export type DuePeriod = { setting: RetentionSetting; days: number; before: number };

/** The rules that the settings switch on, with the time before which they remove. */
export function dueBy(settings: Settings, now: number): DuePeriod[] {
  return retentionSettings.flatMap((setting) => {
    const days = settings[setting];
    return days === 0 ? [] : [{ setting, days, before: now - days * DAY }];
  });
}

const DAY = 24 * 3_600_000;
/** Rows deleted by one statement. On SQLite it blocks the server, for some milliseconds with this many. */
const BATCH = 500;

function leads(of: LeadRetention): RetentionRule {
  return {
    count: ({ db, now }, before) => countRows(db, 'leads', isOver(of, { before, now: now() })),
    remove: async (parts, before) => {
      for (let removed = 0; ;) {
        const { db } = parts.store;
        const over = isOver(of, { before, now: parts.now() });
        const { rows: some } = await sql<{ id: string }>`select id from leads where ${over} limit ${BATCH}`.execute(db);
        removed += await removeLeads(
          parts,
          some.map(({ id }) => id),
        );
        if (some.length < BATCH) return removed;
      }
    },
  };
}

function rows(table: keyof Schema, text: string): RetentionRule {
  const [name, key] = [sql.table(table), sql.ref(keyColumn(tables[table]))];
  const due = (before: number) =>
    sql.join(
      text.split(':before').map((part) => sql.raw(part)),
      sql`${before}`,
    );
  return {
    count: ({ db }, before) => countRows(db, table, due(before)),
    remove: ({ store }, before) => {
      const some = sql`select ${key} from ${name} where ${due(before)} limit ${BATCH}`;
      return repeatedly(sql`delete from ${name} where ${due(before)} and ${key} in (${some})`, store.db);
    },
  };
}

/** Removes actions of staff. The store allows it because the removal is recorded first: migration 0172. */
export async function removeStaffActions({ store, now }: RemovalParts, before: number): Promise<number> {
  const old = sql`select id from staff_actions where at < ${before} limit ${BATCH}`;
  if ((await old.execute(store.db)).rows.length === 0) return 0;
  const at = now();
  await store.db
    .insertInto('staff_action_removals')
    .values({ id: newId(at), at, before })
    .execute();
  return repeatedly(sql`delete from staff_actions where id in (${old})`, store.db);
}

/** Executes a statement that deletes at most a batch of rows until there are no more. @returns how many it deleted */
async function repeatedly(statement: RawBuilder<unknown>, db: Tx): Promise<number> {
  for (let removed = 0; ;) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    removed += Number(numAffectedRows);
    if (numAffectedRows < BATCH) return removed;
  }
}

const MESSAGE = /^\.?[\w-]+\.eml(\.tmp)?$/;

/** Paths of messages in DATA_DIR/mail that were written before a time (milliseconds since the epoch). Other files there are ignored. */
async function oldMails(dataDir: string, before: number): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const old: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const about = MESSAGE.test(name) ? await stat(path).catch(() => undefined) : undefined;
    if (about?.isFile() === true && about.mtimeMs < before) old.push(path);
  }
  return old;
}

async function countRows(db: Tx, table: keyof Schema, condition: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${condition}`.execute(db);
  return elementAt(counted.rows, 0).n;
}

export type RemovalParts = { store: Store; files: Pick<Files, 'remove'>; dataDir: string; now: () => number };

/**
 * Deletes leads with their rows, then their files. Files that cannot be deleted now are removed within a day, since no row refers to them. @returns how many
 */
export async function removeLeads({ store, files, now }: RemovalParts, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const removed = await store.begin(async (tx) => {
    const named = await tx.selectFrom('files').select('key').where('lead_id', 'in', ids).execute();
    return { keys: named.map(({ key }) => key), leads: await deleteLeads(tx, store.dialect, { leadIds: ids, at: now() }) };
  });
  for (const key of removed.keys) await files.remove(key).catch(() => false);
  return removed.leads;
}

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

/** Adds to the history of each lead that staff still work on, and that its period will remove, that this is near. */
export async function announceRemovals({ store, settings, now }: Pick<RetentionParts, 'store' | 'settings' | 'now'>): Promise<void> {
  const at = now();
  for (const { setting, before } of dueBy(settings, at)) {
    const rule: LeadRetention | undefined = leadRetention[setting as LeadRetentionSetting];
    if (rule?.announced !== true) continue;
    const near = sql<{ id: string }>`select id from leads where ${isUnannounced(rule, { before, now: at })} limit ${BATCH}`;
    for (let some = BATCH; some === BATCH;)
      some = await store.begin(async (tx) => {
        const { rows: leads } = await near.execute(tx);
        await addEvents(
          tx,
          leads.map(({ id }) => id),
          { at, kind: 'removal announced' },
        );
        return leads.length;
      });
  }
}

/**
 * Periods that count from another time than in builds before 3.4 are announced by another name: such a build announces its own before it removes by
 * them, and removes nothing while it runs beside this one or within a day of taking its place.
 */
function announcedAs(setting: RetentionSetting): string {
  return recounted.has(setting) ? `${setting}, from the decision` : setting;
}

const recounted: ReadonlySet<RetentionSetting> = new Set(['KEEP_UNVERIFIED_DAYS', 'KEEP_VERIFIED_DAYS', 'KEEP_APPLICATIONS_DAYS']);

/** Milliseconds between announcing new or shorter periods and the first removal by them. */
const NOTICE = 20 * 3_600_000;

/**
 * The scheduled removal. When periods are new or shorter, it first logs what they will remove and removes nothing for most of a day, so that a mistyped
 * setting can be corrected.
 */
export async function removeOnSchedule(parts: RetentionParts, log: Log): Promise<void> {
  const { store, settings, now } = parts;
  const announced = await lastOf(store.db, 'retention announced');
  const known = announced === undefined ? undefined : (jsonObject(announced.counts) as Readonly<Record<string, number>>);
  if (known === undefined || dueBy(settings, now()).some(({ setting, days }) => days < (known[announcedAs(setting)] ?? Infinity))) {
    const days = Object.fromEntries(dueBy(settings, now()).map((due) => [announcedAs(due.setting), due.days]));
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
