// Words of the choice of cookies. What they claim depends on the settings: nothing is said to happen that does not.
import type { PageSetting } from '../../contract/placeholders.ts';

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

/** What is said of a category whose service no setting names. */
export const unconnected = {
  measurement: { setting: 'tags', text: 'No measurement service is connected to this site: nothing is measured, and nothing is kept.' },
  marketing: { setting: 'marketing', text: 'No marketing service is connected to this site: no download is reported to anybody.' },
} as const satisfies Record<string, { setting: PageSetting; text: string }>;

export const consentWords = {
  banner: {
    label: 'Choice of cookies',
    /** By what the settings name: a tag manager, a marketing service, both or none. */
    asks: {
      both: 'May we measure how this site is used, and which papers are downloaded? Nothing of it happens unless you accept.',
      tags: 'May we measure how this site is used? Nothing is measured unless you accept.',
      marketing: 'May we tell our marketing service which papers are downloaded? Nothing is told unless you accept.',
      none: 'No service that measures is connected to this site at present. You can say now whether one may be used when there is.',
    },
    more: 'Cookie Policy',
    reject: 'Reject all',
    accept: 'Accept all',
    choose: 'Choose',
  },
  dialog: {
    title: 'Cookie settings',
    intro: 'Choose what we may do. You can change it at any time, here or at the foot of every page.',
    reject: 'Reject all',
    accept: 'Accept all',
    save: 'Save my choice',
  },
} as const;
