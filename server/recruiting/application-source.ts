import { attributionOf } from '../leads/lead-columns.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';

/** Where an applicant came from: the source that a link named, or else the site that led here; empty: neither is known. */
export function applicationSourceOf(lead: Pick<LeadRow, 'attribution'>): string {
  const { utm, referrer = '' } = attributionOf(lead);
  const host = URL.canParse(referrer) ? new URL(referrer).hostname.replace(/^www\./, '') : '';
  return utm?.source ?? host;
}
