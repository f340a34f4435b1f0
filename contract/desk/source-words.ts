import { pageOf } from '../pages.ts';
import { callerSource, campaignName, campaignOf, REPORT_CALLER, REPORT_SOURCE } from '../callers.ts';
import { CAMPAIGN_SOURCE } from '../request-words.ts';
import { BY_HAND, BY_HAND_WORDS } from './by-hand.ts';
import type { overviewGroups } from '../calls/desk/overview-calls.ts';

export type OverviewGroup = (typeof overviewGroups)[number];

/** Words for a form, a button or a country; other values, such as campaigns, are shown unchanged. */
export function sourceWords(group: OverviewGroup, value: string): string {
  if (value === '') return nothing[group];
  if (group === 'form') return forms[value] ?? value;
  if (group === 'country') return countryNames.of(value) ?? value;
  if (group === 'page' || group === 'entry') return pageWords(value);
  if (group === 'caller') return value === REPORT_CALLER ? REPORT_SOURCE : callerWords(value);
  return value;
}

/** Values with their words, sorted by the words. Values that share the same words are shown with the value as well. */
export function sourceChoices(group: OverviewGroup, values: readonly string[] = []): (readonly [value: string, words: string])[] {
  const all = values.map((value) => [value, sourceWords(group, value)] as const);
  const isAlone = (words: string) => all.filter(([, one]) => one === words).length === 1;
  return all
    .map(([value, words]) => [value, isAlone(words) ? words : `${words} (${value})`] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'));
}

/** Words for a field of a visit's attribution. */
export function attributionWords(name: string): string {
  return attribution[name] ?? name;
}

/** Title and path of a page of the site; for other paths the path alone. */
export function pageWords(path: string): string {
  const title = path === '/' ? 'Home' : pageOf(path)?.title.split(/ \| |: /)[0];
  return title === undefined ? path : `${title} (${path})`;
}

const attribution: Readonly<Record<string, string>> = {
  page: 'Page',
  entry: 'Entry page',
  referrer: 'Came from',
  utm_source: 'Source',
  utm_medium: 'Medium',
  utm_campaign: 'Campaign',
  utm_term: 'Search term',
  utm_content: 'Version of the link',
};

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

const forms: Readonly<Record<string, string>> = {
  bookademo: 'Book a demo',
  generic: 'Contact us',
  portfolios_cu: 'Portfolios',
  insights_cu: 'Analytics and papers',
  report: 'Report',
  campaign: CAMPAIGN_SOURCE,
  default: 'Other',
};

const nothing: Readonly<Record<OverviewGroup, string>> = {
  form: 'Not known',
  caller: 'Not known',
  campaign: 'No campaign',
  source: 'No source named',
  referrer: 'Directly, or not told',
  medium: 'No medium named',
  term: 'No search term named',
  content: 'No version named',
  entry: 'Not known',
  page: 'Not known',
  country: 'No telephone number',
};

/** Each paper and each campaign has a separate caller. */
function callerWords(caller: string): string {
  if (caller === BY_HAND) return BY_HAND_WORDS;
  const source = callerSource(caller);
  const campaign = campaignOf(caller);
  if (campaign !== undefined) return `${CAMPAIGN_SOURCE}: ${campaignName(campaign)}`;
  return caller.startsWith('paper_') ? `${source}: ${caller.slice('paper_'.length)}` : source;
}
