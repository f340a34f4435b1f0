import { elementAt } from '../../../contract/checked.ts';
import type { EventPayload, EventType } from '../../../contract/events.ts';
import { MARKETING_PURPOSES } from '../../../contract/forms/form.ts';
import { findLead } from '../../leads/lead-repository.ts';
import type { Store } from '../../store/store.ts';
import { leadData } from '../lead-events.ts';
import { failedOutcome, type DeliveryOutcome, type Outgoing, type Sender } from '../sending.ts';
import { contactsOf, forgetContact, rememberContacts } from './crm-contacts.ts';
import { done, type Crm, type CrmChange, type CrmClient, type CrmContact, type CrmMapping } from './crm.ts';
import { fieldsOf, mappingOn, readMapping } from './crm-mapping.ts';

export type CrmParts = { store: Pick<Store, 'db' | 'now'>; crm: Crm; client: CrmClient };

/**
 * Sends verified requests to a CRM as records, one for each address. Changes of state go to the fields that the mapping names for them, a withdrawn marketing
 * consent opts the record out of marketing mail, and an erasure erases the record.
 */
export function crmSender(parts: CrmParts): Sender {
  const { client } = parts;
  return {
    batch: client.batch,
    parallel: 1,
    ...(client.isReady && { isReady: client.isReady }),
    send: async (_endpoint, sent, signal) => {
      const mapping = await readMapping(parts.store.db, parts.crm);
      const verified = sent.filter(({ event }) => event.type === 'lead.verified');
      const outcomes = await upsert(parts, { mapping, sent: verified }, signal);
      let stopped = [...outcomes.values()].find(isStopped);
      for (const one of sent) {
        if (one.event.type === 'lead.verified') continue;
        const outcome = stopped ?? (await tell(parts, { mapping, one }, signal).catch(failedOutcome));
        outcomes.set(one, outcome);
        if (isStopped(outcome)) stopped = outcome;
      }
      return sent.map((one) => outcomes.get(one) ?? done);
    },
  };
}

/** Whether the CRM refuses all calls for now, so that the rest of the batch is not tried. */
function isStopped({ taken, status }: DeliveryOutcome): boolean {
  return !taken && (status === null || status === 401 || status === 403 || status === 429 || status >= 500);
}

async function upsert(
  { store, crm, client }: CrmParts,
  { mapping, sent }: { mapping: CrmMapping; sent: readonly Outgoing[] },
  signal: AbortSignal,
): Promise<Map<Outgoing, DeliveryOutcome>> {
  const contacts = new Map<string, { contact: CrmContact; of: Outgoing[] }>();
  for (const outgoing of sent) {
    const { data } = payloadOf<'lead.verified'>(outgoing);
    const email = data.lead.email.toLowerCase();
    const before = contacts.get(email);
    // A call may name an address only once: of several requests the latest answers win.
    const fields = { ...before?.contact.fields, ...fieldsOf(mapping, data), [crm.address]: data.lead.email };
    const leadIds = [...(before?.contact.leadIds ?? []), data.lead.id];
    contacts.set(email, { contact: { email, fields, leadIds }, of: [...(before?.of ?? []), outgoing] });
  }
  const all = [...contacts.values()];
  const upserted =
    all.length === 0
      ? []
      : await client.upsert(
          all.map(({ contact }) => contact),
          signal,
        );
  await rememberContacts(
    store,
    crm,
    upserted.flatMap(({ id }, index) => (id === undefined ? [] : [{ id, leadIds: elementAt(all, index).contact.leadIds }])),
  );
  return new Map(all.flatMap(({ of }, index) => of.map((outgoing) => [outgoing, elementAt(upserted, index).outcome])));
}

type Told = { mapping: CrmMapping; one: Outgoing };

async function tell(parts: CrmParts, told: Told, signal: AbortSignal): Promise<DeliveryOutcome> {
  const { type } = told.one.event;
  if (type === 'lead.changed') return change(parts, told, signal);
  if (type === 'lead.corrected') return correct(parts, told, signal);
  if (type === 'lead.spam') return markSpam(parts, told, signal);
  if (type === 'consent.withdrawn') return withdraw(parts, told, signal);
  return type === 'person.erased' ? erase(parts, told, signal) : done;
}

async function change(parts: CrmParts, told: Told, signal: AbortSignal): Promise<DeliveryOutcome> {
  const { data } = payloadOf<'lead.changed'>(told.one);
  return data.changed === 'state' ? setState(parts, { ...told, leadId: data.leadId, to: data.to }, signal) : done;
}

/** A CRM has no field for spam: there it is a request that was lost, until it is none any more. */
async function markSpam(parts: CrmParts, told: Told, signal: AbortSignal): Promise<DeliveryOutcome> {
  const { data } = payloadOf<'lead.spam'>(told.one);
  return setState(parts, { ...told, leadId: data.leadId, to: data.spam ? 'lost' : null }, signal);
}

type NewState = Told & { leadId: string; to: string | null };

/** @param to null: the state that the request has now */
async function setState(
  { store, crm, client }: CrmParts,
  { mapping, leadId, to }: NewState,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const own = mappingOn(mapping, 'state');
  if (Object.keys(own).length === 0) return done;
  const lead = await findLead(store.db, leadId);
  const [id] = await contactsOf(store, crm, [leadId]);
  if (lead === undefined || id === undefined) return done;
  const { data } = await leadData(store.db, lead);
  const state = (to ?? data.lead.state) as typeof data.lead.state;
  const fields = fieldsOf(own, { ...data, lead: { ...data.lead, state } });
  return Object.keys(fields).length === 0 ? done : client.change(id, fields, signal);
}

/** Changes only a record that exists. Another address is told once it is confirmed, as a verified request. */
async function correct({ store, crm, client }: CrmParts, { mapping, one }: Told, signal: AbortSignal): Promise<DeliveryOutcome> {
  const { data } = payloadOf<'lead.corrected'>(one);
  const [id] = await contactsOf(store, crm, [data.lead.id]);
  const fields = fieldsOf(mapping, data);
  return id === undefined || data.lead.verifiedAt === null || Object.keys(fields).length === 0 ? done : client.change(id, fields, signal);
}

/** Changes only a record that exists; withdrawing any marketing consent opts it out of all marketing mail. */
async function withdraw({ store, crm, client }: CrmParts, { mapping, one }: Told, signal: AbortSignal): Promise<DeliveryOutcome> {
  const { data: withdrawn } = payloadOf<'consent.withdrawn'>(one);
  const lead = await findLead(store.db, withdrawn.leadId);
  const [id] = await contactsOf(store, crm, [withdrawn.leadId]);
  if (lead === undefined || id === undefined) return done;
  const { data } = await leadData(store.db, lead);
  const own = mappingOn(mapping, `consent.${withdrawn.purpose}`);
  const left = fieldsOf(own, { ...data, consents: data.consents.filter(({ purpose }) => purpose !== withdrawn.purpose) });
  const fields: CrmChange = Object.fromEntries(Object.keys(own).map((field) => [field, left[field] ?? null]));
  if (MARKETING_PURPOSES.includes(withdrawn.purpose)) return client.optOut({ id, email: lead.email.toLowerCase(), fields }, signal);
  return Object.keys(fields).length === 0 ? done : client.change(id, fields, signal);
}

async function erase({ store, crm, client }: CrmParts, { one }: Told, signal: AbortSignal): Promise<DeliveryOutcome> {
  const { data } = payloadOf<'person.erased'>(one);
  let left: DeliveryOutcome | undefined;
  for (const id of await contactsOf(store, crm, data.leadIds)) {
    const outcome = await client.erase(id, signal);
    if (!outcome.taken && outcome.final !== true) return outcome;
    // The record is deleted, even when staff still have to act (`final`).
    await forgetContact(store, crm, id);
    if (!outcome.taken) left = outcome;
  }
  return left ?? done;
}

function payloadOf<Type extends EventType>({ event }: Outgoing): EventPayload<Type> {
  return JSON.parse(event.payload) as EventPayload<Type>;
}
