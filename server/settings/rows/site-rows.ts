import { phrases, contact, folder, id, names, oneOf, optional, origin, port, secret, text, url, whole } from '../setting-values.ts';
import { riskFreeRates } from '../risk-free-rates.ts';
import { setting } from './setting.ts';

/** The public site: its address, contents and links. */
export const siteRows = {
  PORT: setting('3000', 'Port the site is served on.', '3000', port),
  HOST: setting('127.0.0.1', 'Address the server listens on.', '0.0.0.0', text),
  PUBLIC_URL: setting(
    '',
    'Origin that visitors see; links in mails and canonical addresses start with it. Default: http://localhost:PORT.',
    'https://www.example.com',
    optional(origin),
  ),
  MEETING_URL: setting(
    '',
    'Calendar in which a verified visitor picks the time of the demo. Without it they pick it here (BOOKING_HOURS), or the mail asks for a reply.',
    'https://calendar.example.com/demo',
    optional(url('http:', 'https:')),
  ),
  CALENDAR_WEBHOOK_SECRET: setting(
    '',
    'Secret by which that calendar (Cal.com) signs what it reports of bookings at /hooks/calendar. Without it nothing is taken there.',
    'a-long-random-secret',
    optional(secret),
  ),
  FORBIDDEN_CLAIMS: setting(
    'guaranteed, without risk, no risk',
    'Words that the company may not use, separated by commas: the desk refuses a text of the site that has one.',
    'guaranteed, beats the market',
    phrases,
  ),
  PREVIEW_DAYS: setting('7', 'Days for which a link shows a draft of the site to people without an account.', '7', whole(1, 90)),
  PLATFORM_URL: setting(
    'https://platform.cognitivepro.example',
    'Where Login leads, in a new tab.',
    'https://platform.example.com',
    url('http:', 'https:'),
  ),
  API_URL: setting('', "Origin of the calls the site makes. Default: the site's own.", 'https://api.example.com', optional(origin)),
  FLAGS_URL: setting(
    '',
    "Folder of the countries' flags, <code>.svg each. Default: the site's own.",
    'https://cdn.example.com/flags',
    optional(folder),
  ),
  CONSENT_ID: setting(
    '',
    "Domain group of the consent provider (Cookiebot), which then asks for consent in place of the site's own banner.",
    '6c7a3e5d-0f1b-4b58-9a52-3f0d8f6f2f11',
    optional(id(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'an id in five groups of hexadecimal digits')),
  ),
  GTM_ID: setting(
    '',
    'Container of the tag manager (Google), loaded once a visitor agreed to measurement or marketing.',
    'GTM-ABC1234',
    optional(id(/^GTM-[A-Z\d]{4,12}$/, 'an id that begins with GTM-')),
  ),
  MARKETING_URL: setting(
    '',
    "Where the 'Download' event goes, with the visitor id, once a visitor agreed to marketing.",
    'https://events.example.com/track',
    optional(url('https:')),
  ),
  PRODUCTS: setting('cognitivepro,www', 'Product names accepted in the address of a form.', 'cognitivepro,www', names),
  MIN_FILL_MS: setting(
    '2000',
    'A form sent faster than this after it opened is marked as suspected spam, in milliseconds; one of few answers after 15 % of it for each. 0 turns it off.',
    '1000',
    whole(0, 60000),
  ),
  RISK_FREE_RATE: setting(
    '0',
    'Annual risk-free rate of the ratios and of alpha, in percent; or rates from days on, for all records or those in a currency. The first of each has no day.',
    '2.5, EUR 0, EUR 4 from 2023-10-01',
    riskFreeRates,
  ),
  SHORT_RECORDS: setting(
    '',
    'Why figures of under twelve months may be public: which lawyer allowed it, when, and the reason. Without it such records are neither published nor shown; samples are.',
    'Allowed by Smith & Partners on 3 March 2026: readers are professional clients alone',
    optional(text),
  ),
  REPORTING_DATE_MONTHS: setting(
    '4',
    'Months after which the reporting date is old: the desk, the weekly mail and the metrics then say so. 0: never.',
    '4',
    whole(0, 60),
  ),
  SAMPLES: setting('on', 'Whether a new store begins with the sample portfolios and papers.', 'off', oneOf('on', 'off')),
  SECURITY_CONTACT: setting(
    '',
    'Whom to tell of a fault in security, in /.well-known/security.txt: an e-mail address, or that of a page. Default: the contact page.',
    'security@example.com',
    optional(contact),
  ),
} as const;
