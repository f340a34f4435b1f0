import type { Settings } from '../../settings/settings.ts';
import type { LeadRow } from '../../store/tables/lead-tables.ts';
import type { Tx } from '../../store/store.ts';
import { exactEndpoint } from '../endpoints.ts';
import { leadData } from '../lead-events.ts';
import type { Crm, CrmContact } from './crm.ts';
import { fieldsOf, readMapping, readSource } from './crm-mapping.ts';
import { emptyWords } from './crm-sources.ts';
import { readFields, type MappedField } from './mapping-changes.ts';

export type DryField = Pick<MappedField, 'field' | 'source'> & {
  /** The value that is sent, `true` for a tick; null when nothing is sent. */
  value: string | true | null;
  /** Why nothing is sent. */
  why: string | null;
};

export type DryRun = {
  /** Why the request is not sent to the CRM at all; empty when it is. */
  reasons: string[];
  fields: DryField[];
  /** The call and its body, exactly as sent. */
  call: string;
  body: object;
};

/** Requests that may be sent to a CRM, the latest confirmed first. */
export async function latestTold(db: Tx, limit: number): Promise<LeadRow[]> {
  return db
    .selectFrom('leads')
    .selectAll()
    .where('status', '=', 'verified')
    .where('suspected_spam', '=', 0)
    .where('sample', 'is', null)
    .orderBy('verified_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** What a CRM would be sent of a request, and why other fields are left out. */
export async function dryRunOf(db: Tx, { crm, settings }: { crm: Crm; settings: Settings }, lead: LeadRow): Promise<DryRun> {
  const { data } = await leadData(db, lead);
  const { fields } = await readFields(db, crm);
  return {
    reasons: await reasonsNot(db, { crm, settings }, lead),
    fields: [
      { field: crm.address, source: 'the address', value: lead.email, why: null },
      ...fields.map(({ field, source, isSent }): DryField => {
        const value = isSent ? readSource(source, data) : '';
        if (value !== '') return { field, source, value, why: null };
        return { field, source, value: null, why: isSent ? emptyWords(source) : 'switched off' };
      }),
    ],
    call: crm.upsertCall(settings),
    body: crm.upsertBody(await contactsFor(db, crm, [lead]), settings),
  };
}

/** The records of these requests, as they are sent. */
export async function contactsFor(db: Tx, crm: Crm, leads: readonly LeadRow[]): Promise<CrmContact[]> {
  const mapping = await readMapping(db, crm);
  const contacts: CrmContact[] = [];
  for (const lead of leads) {
    const { data } = await leadData(db, lead);
    const fields = { ...fieldsOf(mapping, data), [crm.address]: lead.email };
    contacts.push({ email: lead.email.toLowerCase(), fields, leadIds: [lead.id] });
  }
  return contacts;
}

async function reasonsNot(db: Tx, { crm, settings }: { crm: Crm; settings: Settings }, lead: LeadRow): Promise<string[]> {
  const { name } = crm;
  const reasons: string[] = [];
  if (lead.sample === 1) reasons.push('It is a sample, made up for trying.');
  if (lead.suspected_spam === 1) reasons.push('It looks like spam: it is told once somebody releases it.');
  if (lead.status !== 'verified') reasons.push('Its address is not confirmed: nobody goes to a CRM before, and no consent counts.');
  const endpoint = await exactEndpoint(db, crm.id);
  if (settings[crm.setting] === undefined) reasons.push(`${name} is not connected: ${crm.setting} is not set.`);
  else if (endpoint?.state === 'off') reasons.push(`${name} is switched off: what happens meanwhile is not told.`);
  else if (endpoint?.state === 'held') reasons.push(`${name} is held: what comes waits until somebody switches it on.`);
  if (endpoint !== undefined && lead.verified_at !== null && lead.verified_at < endpoint.created_at)
    reasons.push(`It was confirmed before ${name} was connected.`);
  return reasons;
}
