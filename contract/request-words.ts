import type { Caller } from './callers.ts';

/** What was requested, in words for mails and staff. The names in it are the company's, never typed by a visitor. */
export type RequestWords = {
  /** Shown in staff's notices and lists, and on the page behind the mail's link. */
  request: string;
  confirm: string;
  /** What happens after the confirmation; a sentence of the first mail. */
  next: string;
};

/** Where leads of campaign pages come from, in lists. */
export const CAMPAIGN_SOURCE = 'Campaign page';

/** By what a caller asks for. `about`: name of the item that the request is about, if there is one. */
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
  campaign: (name) => ({
    request: name ?? CAMPAIGN_SOURCE,
    confirm: `Confirm your address${name === undefined ? '' : `: ${name}`}`,
    next: 'We then write to you.',
  }),
  paper: (about) => ({
    request: about === undefined ? 'Get a paper' : `Get “${about}”`,
    confirm: `Confirm your address to get ${about === undefined ? 'your paper' : `“${about}”`}`,
    next: 'The paper then comes to this address as a PDF.',
  }),
};
