// Words of the cookie banner and its dialog: the site shows them, and the server stores them with the consent. They depend on the settings, so that
// they claim nothing that does not happen. Increase CONSENT_REVISION when they change.
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

/** Text for a category whose service is not set up. */
export const unconnected = {
  measurement: { setting: 'tags', text: 'No measurement service is connected to this site: nothing is measured, and nothing is kept.' },
  marketing: { setting: 'marketing', text: 'No marketing service is connected to this site: no download is reported to anybody.' },
} as const satisfies Record<OptionalCategory, { setting: PageSetting; text: string }>;

/** The banner's question by which services are set up: a tag manager, a marketing service, both or none. */
export const bannerQuestions = {
  both: 'May we measure how this site is used, and which papers are downloaded? Nothing of it happens unless you accept.',
  tags: 'May we measure how this site is used? Nothing is measured unless you accept.',
  marketing: 'May we tell our marketing service which papers are downloaded? Nothing is told unless you accept.',
  none: 'No service that measures is connected to this site at present. You can say now whether one may be used when there is.',
} as const;

/** The words that a visitor agreed to: the banner's question, or the text of the category in the dialog. */
export function agreedWords(
  category: OptionalCategory,
  { banner, tags, marketing }: Record<'banner' | 'tags' | 'marketing', boolean>,
): string {
  if (banner) return bannerQuestions[tags ? (marketing ? 'both' : 'tags') : marketing ? 'marketing' : 'none'];
  const { title, text } = cookieCategories.find(({ key }) => key === category)!;
  const { setting, text: lacking } = unconnected[category];
  return `${title}: ${text}${{ tags, marketing }[setting] ? '' : ` ${lacking}`}`;
}
