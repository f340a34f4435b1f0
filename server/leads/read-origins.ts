import { BY_HAND } from '../../contract/desk/by-hand.ts';
import type { LeadOrigin } from '../../contract/desk/lead-origins.ts';
import { attributionOf } from './lead-columns.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';

/** How a lead came, as it is counted and filtered; empty: it is not known. Pages are paths. */
export function originsOf(lead: Pick<LeadRow, 'attribution' | 'caller'>): Record<LeadOrigin, string> {
  const { utm, referrer = '', entry = '', page = '' } = attributionOf(lead);
  return {
    source: lead.caller === BY_HAND ? BY_HAND : (utm?.source ?? ''),
    medium: utm?.medium ?? '',
    term: utm?.term ?? '',
    content: utm?.content ?? '',
    referrer: hostOf(referrer),
    entry: pathOf(entry),
    page: pathOf(page),
  };
}

/** The name of a site without `www.`; empty for what is no address. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : '';
}

const LONGEST = 200;

/** A page without its query. */
export function pathOf(page: string): string {
  const path = (page.split('?', 1)[0] ?? '').slice(0, LONGEST).toWellFormed();
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
