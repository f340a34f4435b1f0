import * as v from 'valibot';
import { CONSENTS_PATH } from '../../cookie-consent.ts';
import { cookieCategories } from '../../cookie-words.ts';
import { MEETING_PATH } from '../../meeting-page.ts';
import { SEEN_PATH } from '../../page-view.ts';
import { pageOriginSchema } from './page-origin.ts';
import { definePublicCall } from './public-call.ts';

/** The record as the browser stores it (site/client/consent-record.ts), with the page on which the choice was made. */
export const recordCookieChoiceCall = definePublicCall({
  name: 'record_cookie_choice',
  method: 'POST',
  path: CONSENTS_PATH,
  about: 'A choice of cookies that agrees to something, or withdraws it',
  notes:
    'Sent by the page once a visitor chose, never before. A choice that refuses everything leaves no record, unless it withdraws one. Not there where CONSENT_ID names a provider.',
  rate: { name: 'consents', points: 30, seconds: 60, hour: 300, day: 1000 },
  // Four times the size that our pages send.
  body: {
    types: ['application/json', 'text/plain'],
    maxBytes: 2048,
    schema: v.object({
      consentId: v.pipe(
        v.string(),
        v.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i),
        v.description('Random, made by the browser for this choice alone'),
        v.toLowerCase(),
      ),
      categories: v.pipe(v.array(v.string()), v.maxLength(10), v.description(cookieCategories.map(({ key }) => key).join(', '))),
      revision: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999), v.description('Of what was asked')),
      page: v.pipe(v.string(), v.description('Path of the page it was made on')),
      banner: v.optional(v.pipe(v.boolean(), v.description('Made at the banner, and not in the settings')), false),
    }),
  },
  answers: { 204: { about: 'Recorded, as far as there was something to record.' } },
  refusals: { unfit: { status: 422, title: 'This is no choice of cookies' } },
});

export const countPageViewCall = definePublicCall({
  name: 'count_page_view',
  method: 'POST',
  path: SEEN_PATH,
  about: 'A page is shown',
  notes: 'Sent by the page itself. A number goes up, by day, page, source and campaign: nothing of the visitor is stored.',
  rate: { name: 'page views', points: 120, seconds: 60, hour: 1200, day: 6000 },
  body: { types: ['application/json', 'text/plain'], maxBytes: 2048, schema: pageOriginSchema },
  answers: { 204: { about: 'Counted, unless a program says of itself that it is one.' } },
  refusals: { unfit: { status: 422, title: 'This is no page' } },
});

const token = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/), v.description('Of the link in a mail'));
const zone = v.optional(v.pipe(v.string(), v.description('IANA name of the time zone that times are shown in. Default: the company’s')));

const page = (about: string) => ({ about, type: 'text/html' });

const meeting = {
  path: MEETING_PATH,
  rate: { name: 'meeting', points: 120, seconds: 60, hour: 1200 },
  refusals: {},
} as const;

const faults = {
  404: page('There is no such link, or meetings are not booked here'),
  410: page('The link has expired'),
  429: page('Too many requests of this client'),
  503: page('The store is down: the link stays good'),
};

export const showMeetingCall = definePublicCall({
  ...meeting,
  name: 'showMeeting',
  method: 'GET',
  about: 'The times that are free, or the meeting that was booked. Changes nothing.',
  address: v.object({
    token,
    zone,
    day: v.optional(v.pipe(v.string(), v.isoDate())),
    do: v.optional(v.picklist(['move', 'cancel'])),
  }),
  answers: { 200: page('The page'), ...faults },
});

export const changeMeetingCall = definePublicCall({
  ...meeting,
  name: 'changeMeeting',
  method: 'POST',
  about: 'Books, moves or cancels a meeting. The same again changes nothing.',
  body: {
    types: ['application/x-www-form-urlencoded'],
    schema: v.object({
      token,
      zone,
      do: v.picklist(['book', 'move', 'cancel']),
      slot: v.optional(v.pipe(v.string(), v.isoTimestamp())),
    }),
  },
  answers: {
    303: { about: 'Done: the page shows it' },
    409: page('The half hour was taken, or there is a meeting already'),
    422: page('No time was chosen'),
    ...faults,
  },
});

export const visitCalls = [recordCookieChoiceCall, countPageViewCall, showMeetingCall, changeMeetingCall];
