import { sql } from 'kysely';
import type { Tx } from '../../store/store.ts';

export type LeadChoices = { forms: string[]; callers: string[]; campaigns: string[]; countries: string[] };

/** More leads would add little, and each costs time. */
const LATEST = 5000;
const MOST = 100;

/** The values that the latest leads can be filtered by, the most frequent first. */
export async function readLeadChoices(db: Tx): Promise<LeadChoices> {
  const columns = ['form', 'caller', 'campaign', 'country'] as const;
  const latest = db
    .selectFrom('lead_index')
    .select([...columns, 'spam'])
    .where('kind', 'in', ['contact', 'report'])
    .orderBy('pos', 'desc')
    .limit(LATEST)
    .as('latest');
  const rows = await db
    .selectFrom(latest)
    .select([...columns, sql<number>`count(*)`.as('n')])
    // Without spam, so that a flood cannot fill the choices.
    .where('spam', '=', 0)
    .groupBy(columns)
    .execute();
  const [forms, callers, campaigns, countries] = columns.map((column) => {
    const counts = new Map<string, number>();
    for (const row of rows) if (row[column] !== null) counts.set(row[column], (counts.get(row[column]) ?? 0) + row.n);
    return [...counts].toSorted(([a, n], [b, m]) => m - n || a.localeCompare(b)).map(([value]) => value);
  });
  const most = (values: string[] | undefined) => (values ?? []).slice(0, MOST);
  return { forms: most(forms), callers: most(callers), campaigns: most(campaigns), countries: most(countries) };
}
