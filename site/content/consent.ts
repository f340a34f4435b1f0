// Words of the cookie banner and dialog; the questions are in contract/cookie-words.ts.
import { bannerQuestions } from '../../contract/cookie-words.ts';
import { declared } from './declared.ts';

export const consentWords = declared('consentWords', {
  banner: {
    label: 'Choice of cookies',
    asks: bannerQuestions,
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
});
