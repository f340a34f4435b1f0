import { withName, type Caller, type NamedWords } from './callers.ts';

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

/** By what a caller asks for, as they ship; staff may change them. */
export const shippedRequestWords = {
  demo: {
    request: 'Book a demo',
    confirm: 'Confirm your address to book your demo',
    next: 'You then get an email to choose a time for it.',
  },
  question: {
    request: 'Contact us',
    confirm: 'Confirm your address so that we can answer you',
    next: 'Our team then gets back to you.',
  },
  portfolios: {
    request: 'Ask about AI-managed portfolios',
    confirm: 'Confirm your address to hear about our portfolios',
    next: 'Our team then gets back to you.',
    named: { request: 'Ask about {about}', confirm: 'Confirm your address to hear about {about}' },
  },
  analytics: {
    request: 'See the full analytics',
    confirm: 'Confirm your address to see the full analytics',
    next: 'Every portfolio then opens with its full analytics, in the browser that you confirm with.',
    named: { request: 'See the full analytics of {about}', confirm: 'Confirm your address to see the full analytics of {about}' },
  },
  campaign: {
    request: CAMPAIGN_SOURCE,
    confirm: 'Confirm your address',
    next: 'We then write to you.',
    named: { request: '{about}', confirm: 'Confirm your address: {about}' },
  },
  paper: {
    request: 'Get a paper',
    confirm: 'Confirm your address to get your paper',
    next: 'The paper then comes to this address as a PDF.',
    named: { request: 'Get “{about}”', confirm: 'Confirm your address to get “{about}”' },
  },
  report: {
    request: 'Request the performance report',
    confirm: 'Confirm your address to get the performance report',
    next: 'The report then opens.',
  },
};

export type AllRequestWords = Readonly<Record<keyof typeof shippedRequestWords, NamedWords<RequestWords>>>;

/** What was requested. @param about name of the item that the request is about, if there is one @param of the words as staff changed them */
export function requestWords(asks: Caller['asks'] | 'report', about?: string, of: AllRequestWords = shippedRequestWords): RequestWords {
  return withName(of[asks], about);
}
