import { sql } from 'kysely';
import type { LeadIndexRow } from '../../store/tables/work-tables.ts';
import type { Tx } from '../../store/store.ts';

/** Columns of the index that only applications have. */
export type ApplicationFacts = Pick<LeadIndexRow, 'scan' | 'rating'>;

export async function readApplicationFacts(db: Tx, ids: readonly string[]): Promise<Map<string, ApplicationFacts>> {
  if (ids.length === 0) return new Map();
  const files = await db.selectFrom('files').select(['lead_id', 'scan']).where('lead_id', 'in', ids).execute();
  const scans = new Map(files.map(({ lead_id: id, scan }) => [id, scan]));
  const ratings = await averageRatings(db, ids);
  return new Map(ids.map((id) => [id, { scan: scans.get(id) ?? null, rating: ratings.get(id) ?? null }]));
}

/** Average ratings, in hundredths. */
async function averageRatings(db: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('lead_ratings')
    .select(['lead_id', sql<number>`cast(round(avg(100.0 * rating)) as integer)`.as('average')])
    .where('lead_id', 'in', ids)
    .groupBy('lead_id')
    .execute();
  return new Map(rows.map(({ lead_id: id, average }) => [id, average]));
}
