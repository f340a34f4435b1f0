import type { Unmigrated } from './migration.ts';

type Tables = { leads: { caller: string; about: string | null }; papers: { id: string; name: string } };

/** Adds the subject of a lead. Requests for a paper had it only in `caller`. */
export async function up(db: Unmigrated): Promise<void> {
  await db.schema.alterTable('leads').addColumn('about', 'text').execute();
  const tables = db.withTables<Tables>();
  for (const { id, name } of await tables.selectFrom('papers').select(['id', 'name']).execute()) {
    const about = JSON.stringify({ kind: 'paper', id, name: name.replace(/\.pdf$/i, '') });
    await tables.updateTable('leads').set({ about }).where('caller', '=', `paper_${id}`).execute();
  }
}
