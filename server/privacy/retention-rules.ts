import { sql, type RawBuilder } from 'kysely';
import { elementAt } from '../../contract/checked.ts';
import { retentionSettings, type RetentionSetting } from '../../contract/retention-periods.ts';
import { isOver, leadRetention, type LeadRetention } from '../leads/lead-retention.ts';
import type { Settings } from '../settings/settings.ts';
import type { Schema } from '../store/schema.ts';
import type { Tx } from '../store/store.ts';
import { removeCookieConsents } from './cookie-consents.ts';
import { countOldMails, removeOldMails } from './old-mails.ts';
import { removeLeads, type RemovalParts } from './remove-leads.ts';
import { removeStaffActions } from './remove-staff-actions.ts';

/** How the data of one setting is removed. `before` is milliseconds since the epoch. */
export type RetentionRule = {
  count: (parts: Pick<RemovalParts, 'dataDir' | 'now'> & { db: Tx }, before: number) => Promise<number>;
  /** Removes all that is due, in batches. @returns how many rows or files */
  remove: (parts: RemovalParts, before: number) => Promise<number>;
};

/** The rules of all settings; only what a rule names is removed. A setting without a rule is a type error. */
export const retentionRules: Readonly<Record<RetentionSetting, RetentionRule>> = {
  KEEP_UNVERIFIED_DAYS: leads(leadRetention.KEEP_UNVERIFIED_DAYS),
  KEEP_VERIFIED_DAYS: leads(leadRetention.KEEP_VERIFIED_DAYS),
  KEEP_COOKIE_CONSENTS_DAYS: {
    count: async ({ db }, before) => countRows(db, 'cookie_consents', sql`at < ${before}`),
    remove: removeCookieConsents,
  },
  KEEP_MESSAGES_DAYS: leads(leadRetention.KEEP_MESSAGES_DAYS),
  KEEP_APPLICATIONS_DAYS: leads(leadRetention.KEEP_APPLICATIONS_DAYS),
  KEEP_SPAM_DAYS: leads(leadRetention.KEEP_SPAM_DAYS),
  KEEP_LINKS_DAYS: both(
    rows('verifications', 'token_hash', (at) => sql`expires_at < ${at}`),
    rows('booking_links', 'token_hash', (at) => sql`expires_at < ${at}`),
  ),
  // Only notices that still wait are indexed, so these are removed by one statement.
  KEEP_NOTICES_DAYS: {
    count: async ({ db }, before) => countRows(db, 'notices', sql`told_at < ${before}`),
    remove: async ({ store }, before) => {
      const { numDeletedRows } = await store.db.deleteFrom('notices').where('told_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
  KEEP_ANSWERS_DAYS: rows('idempotency', 'key', (at) => sql`created_at < ${at}`),
  KEEP_MAIL_LOG_DAYS: both(
    rows('mail_log', 'job_id', (at) => sql`at < ${at}`),
    rows('lead_sources', 'lead_id', (at) => sql`at < ${at}`),
  ),
  KEEP_DONE_JOBS_DAYS: rows('jobs', 'id', (at) => sql`status = 'done' and finished_at < ${at}`),
  KEEP_DEAD_JOBS_DAYS: rows('jobs', 'id', (at) => sql`status in ('dead', 'held') and coalesce(finished_at, run_at) < ${at}`),
  // Deleting an event deletes its deliveries. It is kept while one of them is waiting, or ended within the period.
  KEEP_DELIVERIES_DAYS: both(
    rows('crm_contacts', 'lead_id', (at) => sql`at < ${at} and not exists (select 1 from leads where id = crm_contacts.lead_id)`),
    rows(
      'delivery_events',
      'id',
      (at) => sql`at < ${at} and not exists (
      select 1 from deliveries where event_id = delivery_events.id and (status = 'waiting' or ended_at >= ${at}))`,
    ),
  ),
  KEEP_MAILS_DAYS: { count: countOldMails, remove: removeOldMails },
  KEEP_SUPPRESSIONS_DAYS: rows('suppressions', 'address_key', (at) => sql`at < ${at}`),
  KEEP_ERASURES_DAYS: rows('erasures', 'id', (at) => sql`at < ${at}`),
  KEEP_STAFF_SIGN_INS_DAYS: both(
    rows('staff_sessions', 'id', (at) => sql`ends_at < ${at}`),
    rows('staff_sign_ins', 'id', (at) => sql`expires_at < ${at}`),
  ),
  KEEP_STAFF_ACTIONS_DAYS: {
    count: async ({ db }, before) => countRows(db, 'staff_actions', sql`at < ${before}`),
    remove: removeStaffActions,
  },
  KEEP_PRIVACY_LOG_DAYS: rows('privacy_log', 'id', (at) => sql`at < ${at}`),
};

export type Due = { setting: RetentionSetting; days: number; before: number };

/** The rules that the settings switch on, with the time before which they remove. */
export function dueBy(settings: Settings, now: number): Due[] {
  return retentionSettings.flatMap((setting) => {
    const days = settings[setting];
    return days === 0 ? [] : [{ setting, days, before: now - days * DAY }];
  });
}

const DAY = 24 * 3_600_000;
/** Rows deleted by one statement. On SQLite it blocks the server, for some milliseconds with this many. */
const BATCH = 500;

type Condition = (before: number) => RawBuilder<unknown>;

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

function rows<T extends keyof Schema>(table: T, key: keyof Schema[T] & string, condition: Condition): RetentionRule {
  return {
    count: ({ db }, before) => countRows(db, table, condition(before)),
    remove: async ({ store }, before) => {
      const [name, id] = [sql.table(table), sql.ref(key)];
      const some = sql`select ${id} from ${name} where ${condition(before)} limit ${BATCH}`;
      for (let removed = 0; ;) {
        const { numAffectedRows = 0n } = await sql`delete from ${name} where ${id} in (${some})`.execute(store.db);
        removed += Number(numAffectedRows);
        if (numAffectedRows < BATCH) return removed;
      }
    },
  };
}

function both(one: RetentionRule, other: RetentionRule): RetentionRule {
  return {
    count: async (parts, before) => (await one.count(parts, before)) + (await other.count(parts, before)),
    remove: async (parts, before) => (await one.remove(parts, before)) + (await other.remove(parts, before)),
  };
}

async function countRows(db: Tx, table: keyof Schema, condition: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${condition}`.execute(db);
  return elementAt(counted.rows, 0).n;
}
