import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Meetings that visitors book. Unique indexes ensure at most one for each half hour and one for each lead, with any number of servers. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('bookings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('lead_id', 'text', (c) => c.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('uid', 'text', (c) => c.notNull())
    .addColumn('starts_at', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('booked', 'cancelled', 'over')`))
    .addColumn('sequence', 'integer', (c) => c.notNull())
    .addColumn('moves', 'integer', (c) => c.notNull())
    .addColumn('zone', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .execute();
  await sql`create unique index bookings_half_hour on bookings (starts_at) where state = 'booked'`.execute(db);
  await sql`create unique index bookings_of_lead on bookings (lead_id) where state = 'booked'`.execute(db);
  await db.schema.createIndex('bookings_lead').on('bookings').column('lead_id').execute();

  await db.schema
    .createTable('booking_links')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('lead_id', 'text', (c) => c.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('booking_links_lead').on('booking_links').column('lead_id').execute();
  await db.schema.createIndex('booking_links_expiry').on('booking_links').column('expires_at').execute();

  await db.schema
    .createTable('calendar_feeds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tried_at', 'bigint', (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('failing_since', 'bigint')
    .addColumn('read_at', 'bigint')
    .addColumn('busy', 'text', (c) => c.notNull())
    .execute();
}
