import { createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNATURE_HEADER } from '../../contract/calls/public/public-call.ts';
import { reportBooking } from '../../contract/calls/public/hook-calls.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { HttpContext } from '../http/http-context.ts';
import { createLineLimit } from '../http/problem.ts';
import { createPublicRoute, type Asked as AskedOf } from '../http/public-route.ts';
import { jsonIn } from '../store/json-column.ts';
import { readBookingReport } from './booking-report.ts';
import { recordBooking } from './record-booking.ts';

type Asked = AskedOf<keyof typeof reportBooking.refusals>;

/** Milliseconds. Reports are remembered for KEEP_ANSWERS_DAYS, at least a day: an older report could be a repeat, and is refused. */
const OLDEST = 24 * 3_600_000;

const LINES_PER_MINUTE = 10;

type CalendarContext = Pick<HttpContext, 'settings' | 'store' | 'limits' | 'now'>;

/**
 * The address to which a calendar (Cal.com) reports bookings that were made, moved and cancelled, signed with a shared secret.
 * @param app an encapsulated Fastify instance: its JSON parser keeps the body as text, which is what the signature covers
 */
export async function calendarHookRoutes(app: FastifyInstance, context: CalendarContext): Promise<void> {
  const { settings, store, now } = context;
  const { CALENDAR_WEBHOOK_SECRET: secret } = settings;
  if (secret === undefined) return;
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const refused = createLineLimit(LINES_PER_MINUTE);

  const refuseUnsigned = ({ refuse }: Asked): FastifyReply => {
    refused((more) => app.log.warn({ ...more }, 'a report of a booking is not signed with CALENDAR_WEBHOOK_SECRET, and was refused'));
    return refuse('signature');
  };
  /** Refuses requests without a signature before their body is read. */
  const admit = async (asked: Asked): Promise<FastifyReply | undefined> =>
    /^[\da-f]{64}$/i.test(String(asked.request.headers[SIGNATURE_HEADER])) ? undefined : refuseUnsigned(asked);

  const report = async (asked: Asked): Promise<FastifyReply> => {
    const { request, reply, refuse } = asked;
    const body = request.body as string;
    if (!isSigned(body, request.headers[SIGNATURE_HEADER], secret)) return refuseUnsigned(asked);
    const said = jsonIn(body);
    if (said === undefined) return refuse('unreadable');
    const booking = readBookingReport(said);
    if (booking === undefined) return refuse('other');
    if (booking === 'ignored') return reply.code(204).send();
    if (now() - booking.reportedAt > OLDEST) return refuse('late');
    const recorded = await store.begin((tx) => recordBooking(tx, store.dialect, { ...booking, now: now() }));
    const { trigger, attendees } = booking;
    if (recorded === 0) app.log.info({ trigger, attendees: attendees.length }, 'a booking is of nobody who sent a request');
    return reply.code(204).send();
  };
  createPublicRoute(app, context)(reportBooking, report, { admit });
}

function isSigned(body: string, given: string | string[] | undefined, secret: string): boolean {
  const signature = Buffer.from(typeof given === 'string' ? given : '', 'hex');
  const expected = createHmac('sha256', secret).update(body).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
