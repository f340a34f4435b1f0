import * as v from 'valibot';
import { definePublicCall, SIGNATURE_HEADER } from './public-call.ts';

/** Calls by which other services report. Each exists only if its secret is set. */

export const reportBounces = definePublicCall({
  name: 'report_bounces',
  method: 'POST',
  path: '/hooks/bounces',
  about: 'A mail provider reports bounces and complaints',
  notes:
    'As Postmark sends them, or Amazon SES by way of SNS, whose signature is checked. A report that comes again changes nothing. Not there without BOUNCE_SECRET.',
  signed: 'bounceSecret',
  rate: { name: 'bounces', points: 1200, seconds: 60 },
  // The maximum size that SNS sends. SNS declares its JSON as plain text.
  body: { types: ['application/json', 'text/plain'], maxBytes: 256 * 1024, schema: v.looseObject({}) },
  answers: { 200: { about: 'Written into the histories of the requests, as far as there are any.' } },
  refusals: {
    secret: { status: 401, detail: 'The password is BOUNCE_SECRET.' },
    signature: { status: 403, detail: 'The signature is not Amazon’s.' },
    other: { status: 422, detail: 'This is no report of Postmark or Amazon SES.' },
    certificate: { status: 503, detail: 'The certificate of the signature could not be fetched.' },
    unconfirmed: { status: 503 },
  },
});

const moment = v.pipe(v.string(), v.maxLength(40), v.isoTimestamp());
const uid = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

/** As in Cal.com's documentation (https://cal.com/docs/developing/guides/automation/webhooks, version 2021-10-20). */
export const bookingSchema = v.object({
  triggerEvent: v.picklist(['BOOKING_CREATED', 'BOOKING_RESCHEDULED', 'BOOKING_CANCELLED']),
  createdAt: v.pipe(moment, v.description('When it was reported first; not more than a day ago')),
  payload: v.object({
    uid,
    rescheduleUid: v.nullish(v.pipe(uid, v.description('Of the booking that this one takes the place of'))),
    startTime: moment,
    attendees: v.pipe(v.array(v.object({ email: v.pipe(v.string(), v.maxLength(320)) })), v.maxLength(500)),
  }),
});

export const reportBooking = definePublicCall({
  name: 'report_booking',
  method: 'POST',
  path: '/hooks/calendar',
  about: 'A calendar reports that a meeting was booked, moved or cancelled',
  notes:
    'As Cal.com sends it; what else it reports is ignored. A report that comes again changes nothing. Not there without CALENDAR_WEBHOOK_SECRET.',
  signed: 'calendarSignature',
  rate: { name: 'calendar', points: 600, seconds: 60 },
  // Ten times the size that Cal.com sends for a booking with many questions.
  body: { types: ['application/json'], maxBytes: 128 * 1024, schema: bookingSchema },
  answers: { 204: { about: 'Written into the histories of the attendees’ requests, as far as there are any, or ignored.' } },
  refusals: {
    unreadable: { status: 400, detail: 'The body is no JSON.' },
    signature: { status: 401, detail: `${SIGNATURE_HEADER} is not the signature of this body by CALENDAR_WEBHOOK_SECRET.` },
    other: { status: 422, detail: 'This is no report of Cal.com.' },
    late: { status: 422, detail: 'This was reported more than a day ago.' },
  },
});

export const hookCalls = [reportBounces, reportBooking];
