// What the choice of cookies asks, in its words: the site shows them, the server stores them with what was agreed to. What they claim
// depends on the settings: nothing is said to happen that does not. Changed words need the next CONSENT_REVISION.
import type { PageSetting } from './placeholders.ts';

export const cookieCategories = [
  {
    key: 'necessary',
    title: 'Necessary',
    text: 'Keeps your choice, your place on the page and what belongs to the forms you send. Always on: the site does not work without it.',
  },
  {
    key: 'measurement',
    title: 'Measurement',
    text: 'To learn which pages are read and where readers get lost, in numbers that name nobody.',
  },
  {
    key: 'marketing',
    title: 'Marketing',
    text: 'To tell our marketing service which papers were downloaded and which advertisement led to a visit, with the id of this browser.',
  },
] as const;

export type OptionalCategory = Exclude<(typeof cookieCategories)[number]['key'], 'necessary'>;

/** What is said of a category whose service no setting names. */
export const unconnected = {
  measurement: { setting: 'tags', text: 'No measurement service is connected to this site: nothing is measured, and nothing is kept.' },
  marketing: { setting: 'marketing', text: 'No marketing service is connected to this site: no download is reported to anybody.' },
} as const satisfies Record<OptionalCategory, { setting: PageSetting; text: string }>;

/** What the banner asks, by what the settings name: a tag manager, a marketing service, both or none. */
export const bannerQuestions = {
  both: 'May we measure how this site is used, and which papers are downloaded? Nothing of it happens unless you accept.',
  tags: 'May we measure how this site is used? Nothing is measured unless you accept.',
  marketing: 'May we tell our marketing service which papers are downloaded? Nothing is told unless you accept.',
  none: 'No service that measures is connected to this site at present. You can say now whether one may be used when there is.',
} as const;

/** The words that a visitor agreed to: the banner's question, or what the dialog says of a category. */
export function agreedWords(
  category: OptionalCategory,
  { banner, tags, marketing }: Record<'banner' | 'tags' | 'marketing', boolean>,
): string {
  if (banner) return bannerQuestions[tags ? (marketing ? 'both' : 'tags') : marketing ? 'marketing' : 'none'];
  const { title, text } = cookieCategories.find(({ key }) => key === category)!;
  const { setting, text: lacking } = unconnected[category];
  return `${title}: ${text}${{ tags, marketing }[setting] ? '' : ` ${lacking}`}`;
}
