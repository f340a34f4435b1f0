import type { Tx } from '../../store/store.ts';
import type { LeadSection } from '../../../contract/desk/lead-facts.ts';
import { sectionOf } from './index-terms.ts';
import { lastSeq } from './lead-index.ts';

export type LeadChanges = {
  /** What to ask with next. */
  seq: number;
  /** Leads that came or changed, the latest last; each once. */
  ids: string[];
  /** There were too many to be told one by one, or the number was not of this store: a page reads its list anew. */
  all: boolean;
};

const MOST = 200;

/**
 * What has changed since a change of that number, on whichever server; without one, only what to ask with. One look into an index: cheap
 * enough for every second. What is erased is not told.
 */
export async function leadChangesSince(db: Tx, since: number | undefined, section: LeadSection): Promise<LeadChanges> {
  if (since === undefined) return { seq: await lastSeq(db), ids: [], all: false };
  const rows = await db
    .selectFrom('lead_index')
    .select(['seq', 'lead_id', 'kind'])
    .where('seq', '>', Math.max(0, since))
    .orderBy('seq')
    .limit(MOST + 1)
    .execute();
  const ids = rows.flatMap(({ lead_id: id, kind }) => (sectionOf(kind) === section ? [id] : []));
  if (rows.length <= MOST && rows.length > 0) return { seq: rows.at(-1)!.seq, ids, all: false };
  const seq = await lastSeq(db);
  return { seq, ids: [], all: rows.length > MOST || seq < since };
}
