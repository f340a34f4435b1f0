import type { Attribution } from '../../contract/api.ts';
import { present } from '../../contract/checked.ts';
import { dateTime } from '../../contract/figures/format.ts';
import { pages } from '../../contract/pages.ts';
import { phoneLink } from '../../contract/phone-link.ts';
import { type DetailRow, Button, Link, Text } from '../mail/layout.tsx';
import type { Settings } from '../settings/settings.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import { answersOf, attributionOf, requestOf, sectionOf, formOfLead } from './lead-columns.ts';

export function answerRows(lead: LeadRow): DetailRow[] {
  const answers = answersOf(lead);
  const { fields = [], catalogue = {} } = formOfLead(lead) ?? {};
  return fields.flatMap(({ field: name }): DetailRow[] => {
    const { label, kind, options, consent } = present(catalogue[name]);
    const value = answers[name];
    if (value === undefined || kind === 'hidden') return [];
    if (kind === 'checkbox') return [[capitalised(consent?.purpose ?? label), value === 'true' ? 'yes' : 'no']];
    return [
      [
        label,
        shown(options, value),
        kind === 'email' ? `mailto:${encodeURIComponent(value)}` : kind === 'tel' ? phoneLink(value) : undefined,
      ],
    ];
  });
}

export function originRows(lead: LeadRow, { PUBLIC_URL, TIME_ZONE }: Settings): DetailRow[] {
  const { page, entry, referrer, utm } = attributionOf(lead);
  const path = page?.split('?', 1)[0];
  const known = pages.some((row) => row.path === path);
  const rows: Array<readonly [string, string | undefined, string?]> = [
    ['Received', dateTime(lead.created_at, TIME_ZONE, 'long')],
    ['Opened from', requestOf(lead).source],
    known ? ['Page', path, `${PUBLIC_URL}${path}`] : ['Page', path],
    ['Entry page', entry],
    ['Campaign', campaignOf(utm)],
    ['Came from', referrer],
  ];
  return rows.filter((row): row is DetailRow => row[1] !== undefined);
}

/** Where staff work on a lead: the address of its page at the desk, or the command that shows it when no desk is served. */
export type LeadLocation = { url: string } | { command: string };

export function leadLocation({ id, kind }: Pick<LeadRow, 'id' | 'kind'>, { DESK_PORT, DESK_URL }: Settings): LeadLocation {
  const section = sectionOf(kind);
  if (DESK_PORT !== undefined) return { url: `${DESK_URL}/${section}s/${id}` };
  return { command: `npm run ${section === 'application' ? 'applications' : 'leads'} -- show ${id}` };
}

/** The same as one line of text. */
export function locationLine(location: LeadLocation): string {
  return 'url' in location ? `At the desk: ${location.url}` : `The whole history: ${location.command}`;
}

function campaignOf(utm: Attribution['utm']): string | undefined {
  if (utm === undefined) return undefined;
  const { campaign, ...rest } = utm;
  const more = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
  return [campaign, ...(more.length > 0 ? [campaign === undefined ? more.join(', ') : `(${more.join(', ')})`] : [])]
    .filter((part) => part !== undefined)
    .join(' ');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Shows an option's value and its label when they differ, since they may contradict each other. */
function shown(options: ReadonlyArray<{ value: string; label: string }> | undefined, value: string): string {
  const option = options?.find((one) => one.value === value);
  return option === undefined || option.label === value ? value : `${value} (${option.label})`;
}

/** The last part of a notice to staff: a button that opens the lead at the desk, or the command that shows it. */
export function LeadLocationButton({ location }: { location: LeadLocation }) {
  if ('command' in location) return <Text quiet>{locationLine(location)}</Text>;
  return (
    <Button href={location.url} fallback="If the button does not work, open this address in your browser:">
      Open it at the desk
    </Button>
  );
}

/** The same for one entry of a list. */
export function LeadLocationLink({ location }: { location: LeadLocation }) {
  return <Text quiet>{'url' in location ? <Link href={location.url}>Open it at the desk</Link> : locationLine(location)}</Text>;
}
