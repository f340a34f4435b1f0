import type { RelatedLead, RelatedFacts } from '../../../contract/desk/related-facts.ts';
import { addressKey, exactKey } from '../../kernel/address.ts';
import { recipientDomain } from '../../mail/mail-domains.ts';
import { findLead } from '../../leads/lead-repository.ts';
import type { Store, Tx } from '../../store/store.ts';
import { findLeadPage } from '../index/lead-list.ts';
import { readDeskLeads } from '../lead-page.ts';
import { linkedKinds, mailboxesOfPerson } from './same-person.ts';

/** Leads of the same person, or of the same company, that the page of a lead lists at most. */
const LISTED = 20;

/** The requests of a lead's person under other addresses, and those of the same company. Undefined: there is no such lead. */
export async function readRelated(store: Pick<Store, 'db' | 'aside' | 'dialect'>, id: string): Promise<RelatedFacts | undefined> {
  const { db } = store;
  const lead = await findLead(db, id);
  if (lead === undefined) return undefined;
  const mailboxes = await mailboxesOfPerson(db, lead.email_key);
  const domain = recipientDomain(lead.email)?.name;
  const company = domain === undefined ? undefined : await findOfCompany(store, { domain, mailboxes });
  return {
    person: await findOfPerson(
      db,
      mailboxes.filter((one) => one !== lead.email_key),
    ),
    company: company ?? null,
  };
}

async function findOfPerson(db: Tx, mailboxes: readonly string[]): Promise<RelatedFacts['person']> {
  if (mailboxes.length === 0) return [];
  const rows = await db
    .selectFrom('leads')
    .select('id')
    .where('email_key', 'in', mailboxes)
    .where('kind', 'in', linkedKinds)
    .where('suspected_spam', '=', 0)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute();
  return shown(
    db,
    rows.map(({ id }) => id),
  );
}

/** Found by the desk's search, whose work is bounded however many leads there are. */
async function findOfCompany(
  store: Pick<Store, 'db' | 'aside' | 'dialect'>,
  { domain, mailboxes }: { domain: string; mailboxes: readonly string[] },
): Promise<RelatedFacts['company']> {
  const filter = { section: 'lead', search: domain } as const;
  const { rows, next } = await findLeadPage(store, { filter, sort: 'newest', limit: 2 * LISTED });
  const found = await shown(
    store.db,
    rows.map((row) => row.lead_id),
  );
  const keys = new Set(mailboxes);
  const others = found.filter(({ email }) => exactKey(email).endsWith(domain) && !keys.has(addressKey(email)));
  return { domain: domain.slice(1), leads: others.slice(0, LISTED), more: next !== undefined || others.length > LISTED };
}

async function shown(db: Tx, ids: readonly string[]): Promise<RelatedLead[]> {
  const leads = await readDeskLeads(db, ids);
  return leads.map(({ id, name, email, request, createdAt, verified, suspectedSpam, state, owner }) => ({
    id,
    name,
    email,
    request,
    createdAt,
    verified,
    suspectedSpam,
    state,
    owner,
  }));
}
