import type { Caller } from './callers.ts';

/** What was asked for, for mails and staff. Nothing in it is a visitor's: the names of things are the company's own. */
export type RequestWords = {
  /** In staff's notices and lists, and on the page behind the link of the mail. */
  request: string;
  confirm: string;
  /** What follows once the address is confirmed; a sentence of the first mail. */
  next: string;
};

/** By what a caller asks for; each is given the name of what the request is about, where there is one. */
export const requestWords: Readonly<Record<Caller['asks'], (about?: string) => RequestWords>> = {
  demo: () => ({
    request: 'Book a demo',
    confirm: 'Confirm your address to book your demo',
    next: 'You then get an email to choose a time for it.',
  }),
  question: () => ({
    request: 'Contact us',
    confirm: 'Confirm your address so that we can answer you',
    next: 'Our team then gets back to you.',
  }),
  portfolios: (about) => ({
    request: `Ask about ${about ?? 'AI-managed portfolios'}`,
    confirm: `Confirm your address to hear about ${about ?? 'our portfolios'}`,
    next: 'Our team then gets back to you.',
  }),
  analytics: (about) => {
    const of = about === undefined ? '' : ` of ${about}`;
    return {
      request: `See the full analytics${of}`,
      confirm: `Confirm your address to see the full analytics${of}`,
      next: 'Every portfolio then opens with its full analytics, in the browser that you confirm with.',
    };
  },
  paper: (about) => ({
    request: about === undefined ? 'Get a paper' : `Get “${about}”`,
    confirm: `Confirm your address to get ${about === undefined ? 'your paper' : `“${about}”`}`,
    next: 'The paper then comes to this address as a PDF.',
  }),
};
