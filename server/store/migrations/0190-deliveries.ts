import { sql } from 'kysely';
import type { Unmigrated } from './migration.ts';

/** Events delivered to other systems, and whether each accepted them. Personal data is removed with the lead that it came from. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema
    .createTable('delivery_endpoints')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('secrets', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('on', 'off', 'held')`))
    .addColumn('state_reason', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('failing_since', 'bigint')
    .addColumn('resume_at', 'bigint', (c) => c.notNull())
    .addColumn('last_error', 'text')
    .execute();

  await db.schema
    .createTable('delivery_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('lead_id', 'text', (c) => c.references('leads.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('payload', 'text')
    .execute();
  await db.schema.createIndex('delivery_events_lead').on('delivery_events').column('lead_id').execute();

  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('seq', 'bigint', (c) => c.notNull().unique())
    .addColumn('event_id', 'text', (c) => c.notNull().references('delivery_events.id').onDelete('cascade'))
    .addColumn('endpoint_id', 'text', (c) => c.notNull().references('delivery_endpoints.id').onDelete('cascade'))
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('waiting', 'delivered', 'failed')`))
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('run_at', 'bigint', (c) => c.notNull())
    .addColumn('locked_by', 'text')
    .addColumn('locked_until', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .addUniqueConstraint('deliveries_once', ['event_id', 'endpoint_id'])
    .execute();
  await sql`create index deliveries_waiting on deliveries (endpoint_id, seq) where status = 'waiting'`.execute(db);
  await sql`create index deliveries_order on deliveries (endpoint_id, subject, seq) where status = 'waiting'`.execute(db);

  await db.schema
    .createTable('delivery_attempts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('delivery_id', 'text', (c) => c.notNull().references('deliveries.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('ms', 'integer', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('answer', 'text')
    .execute();
  await db.schema.createIndex('delivery_attempts_delivery').on('delivery_attempts').column('delivery_id').execute();
}
