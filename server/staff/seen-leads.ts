import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import type { Role } from '../../contract/desk/roles.ts';
import { readable, sectionOf, visibleSections } from '../leads/lead-columns.ts';
import { fullName } from '../leads/lead-repository.ts';
import type { Tx } from '../store/store.ts';

export type SeenLead = { id: string; section: LeadSection; name: string };

/** Those of the leads that the roles may see, by id. */
export async function seenLeads(db: Tx, ids: readonly string[], roles: readonly Role[]): Promise<Map<string, SeenLead>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('leads').select(['id', 'kind', 'answers', 'email']).where('id', 'in', ids).execute();
  const sections = visibleSections(roles);
  return new Map(
    rows
      .map((row) => ({ id: row.id, section: sectionOf(row.kind), name: fullName(readable(row)) || row.email }))
      .filter(({ section }) => sections.includes(section))
      .map((lead) => [lead.id, lead]),
  );
}
