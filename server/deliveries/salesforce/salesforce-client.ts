import { elementAt, present } from '../../../contract/checked.ts';
import { done, type CrmChange, type CrmClient, type CrmContact, type Upserted } from '../crm/crm.ts';
import type { DeliveryOutcome } from '../sending.ts';
import { errorsOf, wordsOf, type SalesforceApi } from './salesforce-api.ts';
import { externalIdOf, fitting, leadCollection, NOT_SAID, upsertPath } from './salesforce-fields.ts';

/** Most records of a collection, by Salesforce's reference. */
const BATCH = 200;

const CONVERTED = 'CANNOT_UPDATE_CONVERTED_LEAD';
const MISSING = 'REQUIRED_FIELD_MISSING';

/** Error codes that another attempt would not change: staff have to act. */
const FINAL: readonly string[] = ['DUPLICATES_DETECTED', 'INVALID_EMAIL_ADDRESS'];

type Parts = { api: SalesforceApi; externalId: string };

/** Identifies Leads by an external id that is made from the address. */
export function salesforceClient(parts: Parts): CrmClient {
  return {
    batch: BATCH,
    isReady: parts.api.isReady,
    upsert: (contacts, signal) => upsert(parts, contacts, signal),
    change: async (key, fields, signal) => {
      const { outcome, code } = await changeLead(parts, { key, fields }, signal);
      // A converted Lead cannot be changed: its further state is kept in Salesforce.
      return code === CONVERTED ? done : outcome;
    },
    optOut: (contact, signal) => optOut(parts, contact, signal),
    erase: (key, signal) => erase(parts, key, signal),
  };
}

type Row = { contact: CrmContact; key: string; fields: CrmChange };

async function upsert(parts: Parts, contacts: readonly CrmContact[], signal: AbortSignal): Promise<Upserted[]> {
  const rows = contacts.map((contact): Row => ({ contact, key: externalIdOf(contact), fields: contact.fields }));
  const first = await upsertRows(parts, rows, signal);
  const amended = rows.flatMap((row, index) => {
    const other = amend(row, elementAt(first, index).code);
    return other === undefined ? [] : [{ index, row: other }];
  });
  const second =
    amended.length === 0
      ? []
      : await upsertRows(
          parts,
          amended.map(({ row }) => row),
          signal,
        );
  const upserted: Upserted[] = [...first];
  for (const [at, { index }] of amended.entries()) upserted[index] = elementAt(second, at);
  return upserted;
}

/**
 * The record to send in place of a refused one. Required fields get placeholders only when the Lead does not exist yet, so that no value is replaced. A person
 * who asks again after their Lead was converted gets a new Lead.
 */
function amend(row: Row, code: string | undefined): Row | undefined {
  if (code === MISSING) return { ...row, fields: { ...NOT_SAID, ...row.fields } };
  if (code === CONVERTED) return { ...row, key: present(row.contact.leadIds.at(-1)), fields: { ...NOT_SAID, ...row.fields } };
  return undefined;
}

async function upsertRows(
  { api, externalId }: Parts,
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<(Upserted & { code?: string })[]> {
  const request = { method: 'PATCH', path: upsertPath(externalId), body: leadCollection(externalId, rows) } as const;
  const { outcome, document } = await api.call(request, signal);
  if (!outcome.taken) return rows.map(() => ({ outcome }));
  const results = Array.isArray(document) ? (document as { success?: boolean; errors?: unknown }[]) : [];
  return rows.map(({ key }, index) => {
    const { success, errors } = results[index] ?? {};
    if (success === true) return { outcome, id: key };
    const code = errorsOf(errors)[0]?.code ?? '';
    const error = wordsOf(errors) || 'the Lead did not come back';
    return { code, outcome: { ...outcome, taken: false, error, ...(FINAL.includes(code) && { final: true }) } };
  });
}

/** Updates one Lead. Creates none, because required fields are missing then. */
async function changeLead(
  { api, externalId }: Parts,
  { key, fields }: { key: string; fields: CrmChange },
  signal: AbortSignal,
): Promise<{ outcome: DeliveryOutcome; code?: string }> {
  const path = `/sobjects/Lead/${externalId}/${encodeURIComponent(key)}`;
  const { outcome, document } = await api.call({ method: 'PATCH', path, body: fitting(fields) }, signal);
  const code = outcome.taken ? '' : (errorsOf(document)[0]?.code ?? '');
  return outcome.status === 404 || code === MISSING ? { outcome: done } : { outcome, code };
}

/** Opts a Lead out of mail; for a converted Lead, the contact that it became. */
async function optOut(parts: Parts, { id: key, fields }: { id: string; fields: CrmChange }, signal: AbortSignal): Promise<DeliveryOutcome> {
  const { outcome, code } = await changeLead(parts, { key, fields: { ...fields, HasOptedOutOfEmail: true } }, signal);
  if (code !== CONVERTED) return outcome;
  const lead = await readLead(parts, key, signal);
  if (lead.person === undefined) return lead.outcome;
  const path = `/sobjects/Contact/${encodeURIComponent(lead.person)}`;
  const changed = await parts.api.call({ method: 'PATCH', path, body: { HasOptedOutOfEmail: true } }, signal);
  return changed.outcome.status === 404 ? done : changed.outcome;
}

/** Deletes a Lead. The contact that it was converted into is kept, and the delivery fails, so that staff decide about it. */
async function erase(parts: Parts, key: string, signal: AbortSignal): Promise<DeliveryOutcome> {
  const lead = await readLead(parts, key, signal);
  if (!lead.outcome.taken || lead.gone) return lead.outcome;
  const path = `/sobjects/Lead/${parts.externalId}/${encodeURIComponent(key)}`;
  const { outcome } = await parts.api.call({ method: 'DELETE', path }, signal);
  if (outcome.status === 404) return done;
  if (!outcome.taken || lead.person === undefined) return outcome;
  return { ...outcome, taken: false, final: true, error: `the Lead is deleted; the contact ${lead.person}, which it became, is not` };
}

async function readLead(
  { api, externalId }: Parts,
  key: string,
  signal: AbortSignal,
): Promise<{ outcome: DeliveryOutcome; gone: boolean; person?: string | undefined }> {
  const path = `/sobjects/Lead/${externalId}/${encodeURIComponent(key)}?fields=IsConverted,ConvertedContactId`;
  const { outcome, document } = await api.call({ method: 'GET', path }, signal);
  if (outcome.status === 404) return { outcome: done, gone: true };
  const { ConvertedContactId: person } = (document ?? {}) as { ConvertedContactId?: string | null };
  return { outcome, gone: false, person: typeof person === 'string' && /^\w{15,18}$/.test(person) ? person : undefined };
}
