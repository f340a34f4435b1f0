import { problemResponse, type ApiPart } from '../http/openapi-document.ts';
import { CALENDAR_HOOK, SIGNATURE_HEADER } from './routes.ts';

export const calendarHookApi: ApiPart = () => ({
  schemas: {
    booking_report: {
      type: 'object',
      required: ['triggerEvent'],
      properties: {
        triggerEvent: { type: 'string', description: 'BOOKING_CREATED, BOOKING_RESCHEDULED or BOOKING_CANCELLED; every other is ignored' },
        createdAt: { type: 'string', format: 'date-time', description: 'When it was reported first; not more than a day ago' },
        payload: {
          type: 'object',
          required: ['uid', 'startTime', 'attendees'],
          properties: {
            uid: { type: 'string', maxLength: 200 },
            rescheduleUid: { type: ['string', 'null'], maxLength: 200, description: 'Of the booking that this one takes the place of' },
            startTime: { type: 'string', format: 'date-time' },
            attendees: {
              type: 'array',
              maxItems: 500,
              items: { type: 'object', required: ['email'], properties: { email: { type: 'string', maxLength: 320 } } },
            },
          },
        },
      },
    },
  },
  securitySchemes: {
    calendarSignature: {
      type: 'apiKey',
      in: 'header',
      name: SIGNATURE_HEADER,
      description: 'HMAC-SHA256 of the body as it is sent, by CALENDAR_WEBHOOK_SECRET, hexadecimal.',
    },
  },
  paths: {
    [CALENDAR_HOOK]: {
      post: {
        operationId: 'report_booking',
        summary: 'A calendar reports that a meeting was booked, moved or cancelled',
        description: 'As Cal.com sends it. A report that comes again changes nothing. Not there without CALENDAR_WEBHOOK_SECRET.',
        security: [{ calendarSignature: [] }],
        requestBody: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/booking_report' } } } },
        responses: {
          204: { description: 'Written into the histories of the attendees’ requests, as far as there are any, or ignored.' },
          400: problemResponse('The body is no JSON.'),
          401: problemResponse('The signature is another one.'),
          413: problemResponse('The body is too large.'),
          415: problemResponse('The content type is not application/json.'),
          422: problemResponse('This is no report of Cal.com, or was reported more than a day ago.'),
          429: problemResponse('Too many requests; Retry-After says when.'),
          503: problemResponse('The store does not answer; nothing was written.'),
        },
      },
    },
  },
});
