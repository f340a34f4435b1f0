import type { Unmigrated } from './migration.ts';

/** How leads came, so that the desk's list can be filtered by it. Leads of earlier builds are indexed anew after the start. */
export async function up(db: Unmigrated): Promise<void> {
  for (const column of ['source', 'medium', 'term', 'content', 'referrer', 'entry', 'page'])
    await db.schema.alterTable('lead_index').addColumn(column, 'text').execute();
}
