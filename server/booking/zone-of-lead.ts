import { countryOfPhone } from '../../contract/phone-country.ts';
import { answersOf } from '../leads/lead-columns.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';
import { offsetAt } from './wall-clock.ts';

/**
 * The time zone of whoever sent a lead: that of the mailbox's latest meeting, or else that of the telephone number's country, if all zones of the
 * country have the same offset now. Undefined: it is not known.
 */
export async function zoneOfLead(db: Tx, lead: LeadRow, now: number): Promise<string | undefined> {
  const chosen = await db
    .selectFrom('bookings')
    .innerJoin('leads', 'leads.id', 'bookings.lead_id')
    .select('bookings.zone')
    .where('leads.email_key', '=', lead.email_key)
    .orderBy('bookings.changed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (chosen !== undefined) return chosen.zone;
  const country = countryOfPhone(answersOf(lead).phone ?? '');
  const zones = country === undefined ? [] : zonesOf(country);
  return new Set(zones.map((zone) => offsetAt(now, zone))).size === 1 ? zones[0] : undefined;
}

/** @param country ISO 3166-1 alpha-2 */
function zonesOf(country: string): readonly string[] {
  // Types of the standard library do not have it yet.
  const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & { getTimeZones?: () => string[] | undefined };
  return locale.getTimeZones?.() ?? [];
}
