import type { EventPayload } from '../../../contract/events.ts';
import { MARKETING_PURPOSES } from '../../../contract/forms/form.ts';
import { findLead } from '../../leads/lead-repository.ts';
import type { Store } from '../../store/store.ts';
import type { DeliveryOutcome, Outgoing, Sender } from '../sending.ts';
import { HUBSPOT, propertiesOf, readMapping } from './crm-mapping.ts';
import { BATCH, type HubspotApi } from './hubspot-api.ts';

export type HubspotParts = { store: Pick<Store, 'db' | 'now'>; api: HubspotApi };

/** Calls by which one refused batch is parted, so that what HubSpot does not take does not keep the others from it. */
const MOST_PARTS = 24;

const done: DeliveryOutcome = { taken: true, status: null, error: null, answer: null };

/** Verified requests become contacts, one for an address; who withdraws is unsubscribed there, and who is erased is erased there. */
export function hubspotSender(parts: HubspotParts): Sender {
  return {
    batch: BATCH,
    parallel: 1,
    send: async (_endpoint, sent, signal) => {
      const outcomes = new Map<Outgoing, DeliveryOutcome>();
      const contacts = sent.filter(({ event }) => event.type === 'lead.verified');
      for (const [one, outcome] of await upsert(parts, contacts, signal)) outcomes.set(one, outcome);
      for (const one of sent) {
        if (one.event.type === 'consent.withdrawn') outcomes.set(one, await unsubscribe(parts, one, signal));
        else if (one.event.type === 'person.erased') outcomes.set(one, await erase(parts, one, signal));
      }
      return sent.map((one) => outcomes.get(one) ?? done);
    },
  };
}

type Contact = { email: string; properties: Record<string, string>; of: { outgoing: Outgoing; leadId: string }[] };

async function upsert(parts: HubspotParts, sent: readonly Outgoing[], signal: AbortSignal): Promise<Map<Outgoing, DeliveryOutcome>> {
  const mapping = await readMapping(parts.store.db, HUBSPOT);
  const contacts = new Map<string, Contact>();
  for (const outgoing of sent) {
    const { data } = JSON.parse(outgoing.event.payload) as EventPayload<'lead.verified'>;
    const email = data.lead.email.toLowerCase();
    const contact = contacts.get(email) ?? { email, properties: {}, of: [] };
    // A batch names an address once; of several requests the latest wins.
    Object.assign(contact.properties, propertiesOf(mapping, data));
    contact.of.push({ outgoing, leadId: data.lead.id });
    contacts.set(email, contact);
  }
  const outcomes = new Map<Outgoing, DeliveryOutcome>();
  const waiting = contacts.size === 0 ? [] : [[...contacts.values()]];
  for (let calls = 0; waiting.length > 0; calls += 1) {
    const some = waiting.shift()!;
    const outcome = await upsertSome(parts, some, signal);
    // An address that it does not take fails all of a batch.
    if (outcome.status === 400 && some.length > 1 && calls < MOST_PARTS && !/PROPERTY|Property values/.test(outcome.error ?? '')) {
      const half = Math.ceil(some.length / 2);
      waiting.push(some.slice(0, half), some.slice(half));
    } else for (const { of } of some) for (const { outgoing } of of) outcomes.set(outgoing, outcome);
  }
  return outcomes;
}

async function upsertSome({ store, api }: HubspotParts, some: readonly Contact[], signal: AbortSignal): Promise<DeliveryOutcome> {
  const inputs = some.map(({ email, properties }) => ({ idProperty: 'email', id: email, properties }));
  const { outcome, document } = await api('/crm/v3/objects/contacts/batch/upsert', { inputs }, signal);
  if (!outcome.taken) return outcome;
  const { results = [] } = (document ?? {}) as { results?: { id: string; properties?: { email?: string } }[] };
  const ids = new Map(results.map(({ id, properties }) => [properties?.email?.toLowerCase(), id]));
  const missing = some.filter(({ email }) => !ids.has(email)).length;
  if (missing > 0) return { ...outcome, taken: false, error: `${missing} of ${some.length} contacts did not come back` };
  // Without its id nothing could be erased there once the address is erased here.
  const rows = some.flatMap(({ email, of }) =>
    of.map(({ leadId }) => ({ crm: HUBSPOT, lead_id: leadId, contact_id: ids.get(email)!, at: store.now() })),
  );
  await store.db
    .insertInto('crm_contacts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['crm', 'lead_id']).doUpdateSet((eb) => ({ contact_id: eb.ref('excluded.contact_id'), at: eb.ref('excluded.at') })),
    )
    .execute();
  return outcome;
}

/** Only whoever became a contact there; to withdraw anything of marketing is to want no mail of it. */
async function unsubscribe({ store, api }: HubspotParts, { event }: Outgoing, signal: AbortSignal): Promise<DeliveryOutcome> {
  const { data } = JSON.parse(event.payload) as EventPayload<'consent.withdrawn'>;
  const lead = await findLead(store.db, data.leadId);
  const [contact] = await contactsOf(store, [data.leadId]);
  if (lead === undefined || contact === undefined || !MARKETING_PURPOSES.includes(data.purpose)) return done;
  const path = `/communication-preferences/v4/statuses/${encodeURIComponent(lead.email.toLowerCase())}/unsubscribe-all?channel=EMAIL`;
  return (await api(path, undefined, signal)).outcome;
}

async function erase({ store, api }: HubspotParts, { event }: Outgoing, signal: AbortSignal): Promise<DeliveryOutcome> {
  const { data } = JSON.parse(event.payload) as EventPayload<'person.erased'>;
  for (const contact of new Set((await contactsOf(store, data.leadIds)).map((row) => row.contact_id))) {
    const { outcome } = await api('/crm/v3/objects/contacts/gdpr-delete', { objectId: contact }, signal);
    // Somebody there was quicker.
    if (!outcome.taken && outcome.status !== 404) return outcome;
    await store.db.deleteFrom('crm_contacts').where('crm', '=', HUBSPOT).where('contact_id', '=', contact).execute();
  }
  return done;
}

async function contactsOf({ db }: Pick<Store, 'db'>, leadIds: readonly string[]): Promise<{ contact_id: string }[]> {
  if (leadIds.length === 0) return [];
  return db.selectFrom('crm_contacts').select('contact_id').where('crm', '=', HUBSPOT).where('lead_id', 'in', leadIds).execute();
}
