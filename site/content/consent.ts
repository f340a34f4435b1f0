// Words of the choice of cookies.

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
