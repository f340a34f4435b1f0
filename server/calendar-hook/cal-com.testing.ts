import { createHmac } from 'node:crypto';

/**
 * Reports as Cal.com sends them, written from the examples in its public documentation (webhook version 2021-10-20,
 * https://cal.com/docs/developing/guides/automation/webhooks). Not compared with Cal.com itself.
 */
export const calCom = {
  created: (more: Booking = {}) => report('BOOKING_CREATED', { status: 'ACCEPTED', iCalSequence: 0, ...more }),
  /** The booking has a new uid, and names the booking that it replaces. */
  rescheduled: ({ rescheduleUid = 'booking-1', ...more }: Booking = {}) =>
    report('BOOKING_RESCHEDULED', {
      uid: 'booking-2',
      startTime: '2026-12-03T14:30:00Z',
      createdAt: '2026-11-21T08:40:00.000Z',
      rescheduleId: 200,
      rescheduleUid,
      rescheduleStartTime: '2026-12-01T10:00:00Z',
      rescheduleEndTime: '2026-12-01T10:30:00Z',
      status: 'ACCEPTED',
      iCalSequence: 1,
      ...more,
    }),
  /** Its times have an offset instead of the Z. */
  cancelled: (more: Booking = {}) =>
    report('BOOKING_CANCELLED', {
      createdAt: '2026-11-21T08:50:00.000Z',
      startTime: '2026-12-01T10:00:00+00:00',
      cancellationReason: 'I am no longer able to attend this session.',
      status: 'CANCELLED',
      iCalSequence: 2,
      ...more,
    }),
  requested: () => report('BOOKING_REQUESTED', { status: 'PENDING', requiresConfirmation: true }),
  /** Not wrapped in a `payload`. */
  ended: () => ({ triggerEvent: 'MEETING_ENDED', id: 100, uid: 'booking-1', startTime: '2026-12-01T10:00:00.000Z', attendees: [] }),
  /** What the test button in Cal.com's settings sends. */
  ping: () => ({
    triggerEvent: 'PING',
    createdAt: '2026-11-21T08:30:00.000Z',
    payload: { type: 'Test', title: 'Test trigger event', description: '', startTime: '', endTime: '' },
  }),
};

type Booking = {
  uid?: string;
  rescheduleUid?: string;
  startTime?: string;
  createdAt?: string;
  attendees?: readonly string[];
  [other: string]: unknown;
};

/** The headers of a report, signed as documented: HMAC-SHA256 of the body with the secret, in hexadecimal. */
export function calComHeaders(body: string, secret: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-cal-signature-256': createHmac('sha256', secret).update(body).digest('hex'),
    'x-cal-webhook-version': '2021-10-20',
  };
}

function report(
  triggerEvent: string,
  { uid = 'booking-1', startTime = '2026-12-01T10:00:00Z', createdAt = '2026-11-21T08:30:00.000Z', attendees, ...more }: Booking,
) {
  const guests = attendees ?? ['ada@example.com'];
  const endTime = new Date(Date.parse(startTime) + 30 * 60_000).toISOString();
  const people = { organizer: person('organizer@example.com'), attendees: guests.map(person), responses: responses(guests) };
  return { triggerEvent, createdAt, payload: { ...eventType, uid, iCalUID: `${uid}@example.com`, startTime, endTime, ...people, ...more } };
}

const eventType = {
  bookerUrl: 'https://cal.example.com',
  title: 'Demo between Organizer and Guest',
  additionalNotes: '',
  type: 'demo',
  description: '',
  eventTypeId: 123,
  schedulingType: null,
  seatsPerTimeSlot: null,
  customInputs: {},
  userFieldsResponses: {},
  location: 'integrations:video-provider',
  destinationCalendar: null,
  requiresConfirmation: false,
  organizationId: 1,
  eventTitle: 'Demo',
  eventDescription: '',
  price: 0,
  currency: 'usd',
  length: 30,
  bookingId: 200,
  metadata: { videoCallUrl: 'https://video.example.com/room' },
};

function person(email: string) {
  return { email, name: 'Some Body', firstName: 'Some', lastName: 'Body', timeZone: 'UTC', language: { locale: 'en' }, utcOffset: 0 };
}

function responses([booker = '', ...guests]: readonly string[]) {
  return {
    name: { label: 'your_name', value: 'Some Body', isHidden: false },
    email: { label: 'email_address', value: booker, isHidden: false },
    location: { label: 'location', value: { optionValue: '', value: 'integrations:video-provider' }, isHidden: false },
    guests: { label: 'additional_guests', value: guests, isHidden: false },
  };
}
