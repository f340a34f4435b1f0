import { elementAt, present } from '../../../contract/checked.ts';
import { done, type CrmClient, type CrmContact, type Upserted } from '../crm/crm.ts';
import type { DeliveryOutcome } from '../sending.ts';
import { BATCH, type HubspotApi } from './hubspot-api.ts';
import { hubspotInputs, texts, UPSERT } from './hubspot-fields.ts';

/** Most calls that split a refused batch, to find the contacts that HubSpot refuses and send the others. */
const MOST_PARTS = 24;

/** Identifies contacts by address, and by HubSpot's id once they exist. */
export function hubspotClient(api: HubspotApi): CrmClient {
  return {
    batch: BATCH,
    upsert: (contacts, signal) => upsert(api, contacts, signal),
    change: (id, fields, signal) => change(api, { id, fields }, signal),
    optOut: async ({ id, email, fields }, signal) => {
      const path = `/communication-preferences/v4/statuses/${encodeURIComponent(email)}/unsubscribe-all?channel=EMAIL`;
      const { outcome } = await api({ path }, signal);
      return !outcome.taken || Object.keys(fields).length === 0 ? outcome : change(api, { id, fields }, signal);
    },
    erase: async (objectId, signal) => {
      const { outcome } = await api({ path: '/crm/v3/objects/contacts/gdpr-delete', body: { objectId } }, signal);
      return orGone(outcome);
    },
  };
}

async function upsert(api: HubspotApi, contacts: readonly CrmContact[], signal: AbortSignal): Promise<Upserted[]> {
  const upserted = new Map<CrmContact, Upserted>();
  const waiting = [contacts];
  for (let calls = 0; waiting.length > 0; calls += 1) {
    const some = present(waiting.shift());
    const answered = await upsertSome(api, some, signal);
    const { outcome } = elementAt(answered, 0);
    // One refused address fails the whole batch.
    if (outcome.status === 400 && some.length > 1 && calls < MOST_PARTS && !/PROPERTY|Property values/.test(outcome.error ?? '')) {
      const half = Math.ceil(some.length / 2);
      waiting.push(some.slice(0, half), some.slice(half));
    } else for (const [index, contact] of some.entries()) upserted.set(contact, elementAt(answered, index));
  }
  return contacts.map((contact) => present(upserted.get(contact)));
}

async function upsertSome(api: HubspotApi, some: readonly CrmContact[], signal: AbortSignal): Promise<Upserted[]> {
  const { outcome, document } = await api({ path: UPSERT, body: { inputs: hubspotInputs(some) } }, signal);
  if (!outcome.taken) return some.map(() => ({ outcome }));
  const { results = [] } = (document ?? {}) as { results?: { id: string; properties?: { email?: string } }[] };
  const ids = new Map(results.map(({ id, properties }) => [properties?.email?.toLowerCase(), id]));
  return some.map(({ email }) => {
    const id = ids.get(email);
    return id === undefined ? { outcome: { ...outcome, taken: false, error: 'the contact did not come back' } } : { outcome, id };
  });
}

async function change(
  api: HubspotApi,
  { id, fields }: { id: string; fields: Parameters<CrmClient['change']>[1] },
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const path = `/crm/v3/objects/contacts/${encodeURIComponent(id)}`;
  const { outcome } = await api({ method: 'PATCH', path, body: { properties: texts(fields) } }, signal);
  return orGone(outcome);
}

/** Counts as done when the contact no longer exists. */
function orGone(outcome: DeliveryOutcome): DeliveryOutcome {
  return outcome.status === 404 ? done : outcome;
}
