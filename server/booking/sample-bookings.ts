import { elementAt } from '../../contract/checked.ts';
import { countryOfPhone } from '../../contract/phone-country.ts';
import { answersOf } from '../leads/lead-columns.ts';
import { recordMeeting } from '../work/meetings/record-meeting.ts';
import type { Settings } from '../settings/settings.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Store } from '../store/store.ts';
import { bookingPlan } from './booking-links.ts';
import { bookingRow } from './bookings.ts';
import { readFreeSlots } from './offer.ts';

/** Number of sample meetings. */
const MAX_MEETINGS = 6;
/** Half hours between two sample meetings. */
const APART = 7;

type Samples = { store: Pick<Store, 'db' | 'begin' | 'dialect'>; settings: Settings; now: number };

/** Gives the latest samples that asked for a demo a meeting each, in the coming days. Sends no mail. @returns how many */
export async function addSampleMeetings({ store, settings, now }: Samples): Promise<number> {
  const plan = bookingPlan(settings);
  if (plan === undefined) return 0;
  const slots = (await readFreeSlots(store.db, { ...plan, calendars: [] }, now)).filter((_, index) => index % APART === 3);
  const leads = await samplesWithoutMeeting(store);
  const pairs = leads.slice(0, slots.length).map((lead, index) => ({ lead, slot: elementAt(slots, index) }));
  for (const { lead, slot } of pairs) {
    const at = Math.min(now, (lead.verified_at ?? now) + 5 * 60_000);
    const zone = zones[countryOfPhone(answersOf(lead).phone ?? '') ?? ''] ?? plan.zone;
    const row = bookingRow({ leadId: lead.id, slot, zone, now: at });
    await store.begin(async (tx) => {
      await tx.insertInto('bookings').values(row).execute();
      await recordMeeting(tx, store.dialect, { leadId: lead.id, what: 'booked', startsAt: slot, booking: row.uid, zone, at });
    });
  }
  return pairs.length;
}

/** Sample demo requests that are confirmed and unanswered. */
function samplesWithoutMeeting({ db }: Pick<Store, 'db'>): Promise<LeadRow[]> {
  return db
    .selectFrom('leads')
    .selectAll()
    .where('sample', '=', 1)
    .where('form', '=', 'bookademo')
    .where('status', '=', 'verified')
    .where((where) => where.not(where.exists(where.selectFrom('lead_work').select('lead_id').whereRef('lead_id', '=', 'leads.id'))))
    .orderBy('created_at', 'desc')
    .limit(MAX_MEETINGS)
    .execute();
}

/** Time zones of the countries of the samples; others use the company's. */
const zones: Readonly<Record<string, string>> = { GB: 'Europe/London', US: 'America/New_York', DE: 'Europe/Berlin', CH: 'Europe/Zurich' };
