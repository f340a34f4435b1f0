/*
 * Words and facts of the choice of cookies. The domains are samples: replace them first. What exactly is stored stands in
 * cookies.ts.
 */

/** The company's domains that one choice holds for, and the root that they share. */
export const consentDomains = {
  sample: true,
  root: 'cognitivepro.example',
  names: ['www.cognitivepro.example', 'platform.cognitivepro.example'],
} as const;

/** The cookie that keeps the choice, and for how long. */
export const CONSENT_COOKIE = 'consent';
export const CONSENT_DAYS = 182;
/** Counted up when what is asked for changes: everybody is then asked again. */
export const CONSENT_REVISION = 1;

export const cookieCategories = [
  {
    key: 'necessary',
    title: 'Necessary',
    text: 'Keeps your choice, your place on the page and what belongs to the forms you send. Always on: the site does not work without it.',
  },
  {
    key: 'measurement',
    title: 'Measurement',
    text: 'Tells us which pages are read and where readers get lost, in numbers that name nobody.',
  },
  {
    key: 'marketing',
    title: 'Marketing',
    text: 'Tells our marketing service which papers were downloaded, with the id of this browser.',
  },
] as const;

export const consentWords = {
  banner: {
    label: 'Choice of cookies',
    text: 'May we measure how this site is used, and which papers are downloaded? Nothing of it happens unless you accept.',
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
