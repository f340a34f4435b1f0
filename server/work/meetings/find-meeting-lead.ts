import { elementAt } from '../../../contract/checked.ts';
import { openStates } from '../../../contract/desk/lead-states.ts';
import { addressKey } from '../../kernel/address.ts';
import { jsonObject } from '../../store/json-column.ts';
import type { Tx } from '../../store/store.ts';
import { sectionOf } from '../../leads/index-terms.ts';
import { leadKinds } from '../../leads/lead-repository.ts';
import { meetingEvents } from '../../../contract/desk/standing-meeting.ts';

/** Leads of one mailbox that are examined, the latest first. */
const MOST = 50;

/**
 * Finds the lead of a mailbox that a meeting is about: the one that has one of these bookings, the latest with an open state, or else the latest.
 * @returns its id; undefined where the mailbox sent no lead
 */
export async function findMeetingLead(tx: Tx, address: string, bookings: readonly string[]): Promise<string | undefined> {
  const leads = await tx
    .selectFrom('leads')
    .leftJoin('lead_work', 'lead_work.lead_id', 'leads.id')
    .select(['leads.id', 'leads.suspected_spam', 'lead_work.state'])
    .where('leads.email_key', '=', addressKey(address))
    .where(
      'leads.kind',
      'in',
      leadKinds.filter((kind) => sectionOf(kind) === 'lead'),
    )
    .orderBy('leads.created_at', 'desc')
    .orderBy('leads.id', 'desc')
    .limit(MOST)
    .execute();
  if (leads.length === 0) return undefined;
  const entries = await tx
    .selectFrom('lead_events')
    .select(['lead_id', 'detail'])
    .where(
      'lead_id',
      'in',
      leads.map(({ id }) => id),
    )
    .where('kind', 'in', Object.values(meetingEvents))
    .execute();
  const known = entries.find(({ detail }) => bookings.some((booking) => booking === jsonObject(detail)['booking']));
  const worked = leads.find(({ suspected_spam: spam, state }) => spam === 0 && openStates.includes(state ?? 'new'));
  return known?.lead_id ?? (worked ?? elementAt(leads, 0)).id;
}
