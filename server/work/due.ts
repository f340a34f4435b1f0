import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import { sectionOf } from '../leads/lead-columns.ts';
import { leadKinds } from '../leads/lead-repository.ts';
import type { Tx } from '../store/store.ts';

/** `day`: YYYY-MM-DD, today. `sections`: those that the account may see. */
export type DueOf = { account: string; sections: readonly LeadSection[]; day: string };

/** The requests that are to be taken up again by a day: the account's own and those without an owner, except suspected spam. */
export function selectDue(db: Tx, { account, sections, day }: DueOf) {
  const kinds = leadKinds.filter((kind) => sections.includes(sectionOf(kind)));
  return db
    .selectFrom('lead_work')
    .innerJoin('leads', 'leads.id', 'lead_work.lead_id')
    .where('lead_work.come_back', 'is not', null)
    .where('lead_work.come_back', '<=', day)
    .where('leads.suspected_spam', '=', 0)
    .where('leads.kind', 'in', kinds.length === 0 ? [''] : kinds)
    .where((work) => work.or([work('lead_work.owner', '=', account), work('lead_work.owner', 'is', null)]));
}

export async function countComeBack(db: Tx, of: DueOf): Promise<number> {
  const { n } = await selectDue(db, of)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
