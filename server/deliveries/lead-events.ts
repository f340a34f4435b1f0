import { createHash } from 'node:crypto';
import { present } from '../../contract/checked.ts';
import type { EventData, EventPayload, EventType } from '../../contract/events.ts';
import { events } from '../../contract/events.ts';
import { deliveredFields, fieldOf, type DeliveredField } from '../../contract/desk/staff-fields.ts';
import { meetingEvents } from '../../contract/desk/standing-meeting.ts';
import { consentRecordsOf, type ConsentRecord } from '../leads/consents/consent-records.ts';
import { answersOf, attributionOf, eventDetailOf, aboutOf, requestOf } from '../leads/lead-columns.ts';
import { workOfLead } from '../work/lead-work.ts';
import { MARKED } from '../work/mark-spam.ts';
import type { LeadEventRow, LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';
import type { NewEvent } from './enqueue-deliveries.ts';

type Entry = { lead: LeadRow; row: Pick<LeadEventRow, 'id' | 'at' | 'kind' | 'detail'> };

/** The events that an entry of a lead's history causes. None for samples, and of suspected spam only that staff marked it, until it is released. */
export async function eventsOf(tx: Tx, { lead, row }: Entry): Promise<NewEvent[]> {
  if (lead.sample === 1 || (lead.suspected_spam === 1 && row.kind !== 'marked as spam')) return [];
  const told = Object.hasOwn(history, row.kind) ? await present(history[row.kind])(tx, { lead, row }) : [];
  return told.map((event) => ({ source: row.id, leadId: lead.id, ...event }));
}

type Told = Pick<NewEvent, 'payload'> & { source?: string };
type Teller = (tx: Tx, entry: Entry) => Promise<Told[]>;

/** Makes the events, by the kind of the history's entry. */
const history: Readonly<Record<string, Teller>> = {
  received: async (tx, entry) => (isSuspect(entry) ? [] : created(tx, entry)),
  // A request that came as suspected spam is sent when staff release it.
  released: async (tx, entry) => [...(await created(tx, entry)), ...(entry.lead.spam_reason === MARKED ? [spam(entry, false)] : [])],
  'marked as spam': async (_, entry) => [spam(entry, true)],
  verified: async (tx, entry) => {
    const { lead, row } = entry;
    const { consents, data } = await leadData(tx, lead);
    const confirmed = consents.filter(({ action, at }) => action === 'confirmed' && at === row.at);
    return [told('lead.verified', row, data), ...confirmed.map((consent) => given(entry, consent))];
  },
  ...Object.fromEntries(deliveredFields.map((name) => [present(fieldOf(name).event), changed(name)])),
  corrected: async (tx, { lead, row }) => [told('lead.corrected', row, (await leadData(tx, lead)).data)],
  // Answering and meetings can change a lead's state; cancelling a meeting can restore the former state.
  answered: changed('state'),
  [meetingEvents.booked]: changed('state'),
  [meetingEvents.moved]: changed('state'),
  [meetingEvents.cancelled]: changed('state'),
  'paper sent': async (_, { lead, row }) => {
    const { paper = '' } = eventDetailOf(row);
    return [told('paper.sent', row, { leadId: lead.id, email: lead.email, paper })];
  },
  'newsletter confirmed': async (tx, entry) => {
    const { consents } = await leadData(tx, entry.lead);
    return consents.filter(({ action, page }) => action === 'confirmed' && page === '/newsletter').map((consent) => given(entry, consent));
  },
  'consent withdrawn': async (_, { lead, row }) => {
    const { purpose = '' } = eventDetailOf(row);
    return [told('consent.withdrawn', row, { leadId: lead.id, purpose, emailSha256: addressHash(lead.email) })];
  },
};

/** SHA-256 of an address in lower case, in hexadecimal: receivers use it to find what they have to erase. */
export function addressHash(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
}

export function payloadOf<Type extends EventType>(type: Type, at: number, data: EventData<Type>): EventPayload {
  return { type, version: events[type].version, timestamp: new Date(at).toISOString(), data } as EventPayload;
}

function told<Type extends EventType>(type: Type, { at }: Entry['row'], data: EventData<Type>): Told {
  return { payload: payloadOf(type, at, data) };
}

async function created(tx: Tx, { lead, row }: Entry): Promise<Told[]> {
  const { data } = await leadData(tx, lead);
  if (lead.kind === 'message') return [told('message.created', row, data)];
  if (lead.kind !== 'application') return [told('lead.created', row, data)];
  const cv = await tx.selectFrom('files').select('size').where('lead_id', '=', lead.id).executeTakeFirst();
  return [told('application.created', row, { ...data, cv: cv ?? null })];
}

function spam({ lead, row }: Entry, isSpam: boolean): Told {
  return told('lead.spam', row, { leadId: lead.id, spam: isSpam });
}

function changed(what: DeliveredField): Teller {
  return async (_, { lead, row }) => {
    if (lead.kind === 'message' || lead.kind === 'application') return [];
    const { from, to, reason } = eventDetailOf(row);
    if (from === undefined || to === undefined) return [];
    return [told('lead.changed', row, { leadId: lead.id, changed: what, from, to, reason: reason ?? null })];
  };
}

function given({ lead, row }: Entry, { purpose, text, text_version: textVersion, page }: ConsentRecord): Told {
  return {
    ...told('consent.given', row, { leadId: lead.id, email: lead.email, purpose, text, textVersion, page }),
    source: `${row.id}:${purpose}`,
  };
}

function isSuspect({ row }: Entry): boolean {
  return eventDetailOf(row).suspectedSpam !== undefined;
}

/** A request as events contain it. */
export async function leadData(tx: Tx, lead: LeadRow): Promise<{ data: EventData<'lead.created'>; consents: ConsentRecord[] }> {
  const [consents, { state }] = await Promise.all([consentRecordsOf(tx, lead.id), workOfLead(tx, lead.id)]);
  const latest = new Map(consents.map((consent) => [consent.purpose, consent]));
  const data: EventData<'lead.created'> = {
    lead: {
      id: lead.id,
      kind: lead.kind as EventData<'lead.created'>['lead']['kind'],
      product: lead.product,
      caller: lead.caller,
      form: lead.form,
      formVersion: lead.form_version,
      request: requestOf(lead).request,
      about: aboutOf(lead) ?? null,
      email: lead.email,
      answers: { ...answersOf(lead) },
      attribution: attributionOf(lead),
      createdAt: iso(lead.created_at),
      verifiedAt: lead.verified_at === null ? null : iso(lead.verified_at),
      state,
    },
    consents: [...latest.values()].map(({ purpose, action, text, text_version: textVersion, at }) => ({
      purpose,
      action: action === 'given' ? 'confirmed' : action,
      text,
      textVersion,
      at: iso(at),
    })),
  };
  return { data, consents };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
