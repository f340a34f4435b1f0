import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import { applicationWork } from '../../contract/calls/desk/application-calls.ts';
import { leadWork } from '../../contract/calls/desk/lead-calls.ts';
import { messageWork } from '../../contract/calls/desk/message-calls.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { recipientDomain } from '../mail/mail-domains.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';
import { readable, sectionOf } from '../leads/lead-columns.ts';
import { findLead, fullName } from '../leads/lead-repository.ts';
import { readWork } from './lead-work.ts';
import { leadsAlike, markSpam, payloads, releaseFlood, type Alike, type CancelMeetings } from './mark-spam.ts';
import { missing, type WorkContext } from './work-routes.ts';

/** Selected leads that the desk shows as examples. */
const SHOWN = 5;

const floodCalls = { lead: leadWork, message: messageWork, application: applicationWork };

/** Routes by which staff mark or release a flood of false requests in a section; leads of other sections are answered as missing. */
export function spamRoutes(
  route: DeskRoute,
  { store, wake, now }: WorkContext,
  { section, cancelMeetings }: { section: LeadSection; cancelMeetings: CancelMeetings },
): void {
  const calls = floodCalls[section];
  const counted = `${section}s`;
  const find = async (id: string): Promise<LeadRow | undefined> => {
    const lead = await findLead(store.db, id);
    return lead !== undefined && sectionOf(lead.kind) === section ? lead : undefined;
  };

  route(calls.findAlike, async ({ record }, { id, by, hours }) => {
    const lead = await find(id);
    if (lead === undefined) return missing();
    const alike = leadsAlike(store.db, { lead, by, hours });
    const newest = await alike.selectAll('leads').orderBy('leads.created_at', 'desc').limit(SHOWN).execute();
    const source = await store.db.selectFrom('lead_sources').select('network').where('lead_id', '=', id).executeTakeFirst();
    await record(store.db, { subject: { kind: section, id }, detail: { by, [counted]: newest.length } });
    return {
      ...(await countsOf(store.db, { lead, by, hours }, now())),
      newest: newest.map((one) => ({ id: one.id, name: fullName(readable(one)), email: one.email, createdAt: one.created_at })),
      network: source !== undefined && source.network !== id,
      domain: recipientDomain(lead.email)?.name.slice(1) ?? null,
    };
  });

  route(calls.markSpam, async ({ accountId: actor, record }, { id, by, hours, version }) => {
    const lead = await find(id);
    if (lead === undefined) return missing();
    if (version !== undefined && (await readWork(store.db, id)).version !== version)
      return new HttpRefusal(409, { detail: 'A colleague has changed it meanwhile. Look at it again.' });
    const onFirst = async (tx: Tx) => {
      const { count } = await countsOf(tx, { lead, by, hours }, now());
      await record(tx, { subject: { kind: section, id }, detail: { by, [counted]: count } });
    };
    const done = await markSpam(store, { lead, by, hours, actor, at: now() }, { cancelMeetings, onFirst });
    wake();
    return done;
  });

  route(calls.releaseFlood, async ({ accountId: actor, record }, { id }) => {
    if ((await find(id)) === undefined) return missing();
    const released = await releaseFlood(store, { leadId: id, actor, at: now() }, (tx) => record(tx, { subject: { kind: section, id } }));
    wake();
    return { released };
  });
}

async function countsOf(db: Tx, alike: Alike, now: number): Promise<{ count: number; meetings: number; mails: number }> {
  const leads = leadsAlike(db, alike);
  const { count } = await leads.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const { meetings } = await db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('meetings'))
    .where('state', '=', 'booked')
    .where('starts_at', '>', now)
    .where('lead_id', 'in', leads.select('leads.id'))
    .executeTakeFirstOrThrow();
  const { mails } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('mails'))
    .where('status', '=', 'ready')
    .where('payload', 'in', leads.select(payloads))
    .executeTakeFirstOrThrow();
  return { count, meetings, mails };
}
