import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HttpContext } from '../http/http-context.ts';
import { createLineLimit, sendProblem } from '../http/problem.ts';
import { readBookingReport } from './booking-report.ts';
import { recordBooking } from './record-booking.ts';

export const CALENDAR_HOOK = '/hooks/calendar';
export const SIGNATURE_HEADER = 'x-cal-signature-256';

/** Ten times what Cal.com sends of a booking with many questions. */
const LONGEST = 128 * 1024;

/** That a report was taken is known for KEEP_ANSWERS_DAYS, which is a day at least: an older one may be a repeated one. */
const OLDEST = 24 * 3_600_000;

const LINES_PER_MINUTE = 10;

type CalendarContext = Pick<HttpContext, 'settings' | 'store' | 'limits' | 'now'>;

/**
 * Where a calendar (Cal.com) reports that meetings were booked, moved and cancelled, signed with a secret that both have.
 * @param app a scope of its own: the signature is of the bytes as they came
 */
export async function calendarHookRoutes(app: FastifyInstance, { settings, store, limits, now }: CalendarContext): Promise<void> {
  const { CALENDAR_WEBHOOK_SECRET: secret } = settings;
  if (secret === undefined) return;
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const refused = createLineLimit(LINES_PER_MINUTE);
  const limit = limits({ name: 'calendar', points: 600, seconds: 60 });

  const refuse = (reply: FastifyReply): FastifyReply => {
    refused((more) => app.log.warn({ ...more }, 'a report of a booking is not signed with CALENDAR_WEBHOOK_SECRET, and was refused'));
    return sendProblem(reply, 401, { detail: `${SIGNATURE_HEADER} is not the signature of this body by CALENDAR_WEBHOOK_SECRET.` });
  };
  /** Before the body: what has no signature at all. */
  const admit = async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    /^[\da-f]{64}$/i.test(String(headers[SIGNATURE_HEADER])) ? undefined : refuse(reply);

  app.post(CALENDAR_HOOK, { onRequest: [limit, admit], bodyLimit: LONGEST }, async (request, reply) => {
    const body = request.body as string;
    if (!isSigned(body, request.headers[SIGNATURE_HEADER], secret)) return refuse(reply);
    const said = parsed(body);
    if (said === undefined) return sendProblem(reply, 400, { detail: 'The body is no JSON.' });
    const report = readBookingReport(said);
    if (report === undefined) return sendProblem(reply, 422, { detail: 'This is no report of Cal.com.' });
    if (report === 'ignored') return reply.code(204).send();
    if (now() - report.reportedAt > OLDEST) return sendProblem(reply, 422, { detail: 'This was reported more than a day ago.' });
    const recorded = await store.begin((tx) => recordBooking(tx, store.dialect, { ...report, now: now() }));
    const { trigger, attendees } = report;
    if (recorded === 0) app.log.info({ trigger, attendees: attendees.length }, 'a booking is of nobody who sent a request');
    return reply.code(204).send();
  });
}

function isSigned(body: string, given: string | string[] | undefined, secret: string): boolean {
  const signature = Buffer.from(typeof given === 'string' ? given : '', 'hex');
  const expected = createHmac('sha256', secret).update(body).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
