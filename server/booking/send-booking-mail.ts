import { dateTime } from '../../contract/figures/format.ts';
import type { JobServices } from '../mail/job-services.ts';
import type { JobContext, JobOutcome } from '../queue/job.ts';
import { fullName } from '../leads/lead-repository.ts';
import { answerRows, locationLine, leadLocation } from '../leads/notice-parts.tsx';
import { named, parseMailbox } from '../kernel/address.ts';
import type { MailEnvelope } from '../mail/mailer.ts';
import type { BookingRow } from '../store/tables/booking-tables.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import { bookingLink, meetingOrganiser, meetingPlace } from './booking-links.ts';
import { changeOf, erasedMail, floodMail, gatheredMail, staffMail, visitorMail } from './booking.mail.tsx';
import { SLOT_MS } from './free-slots.ts';
import { invitationText, type Invitation, type Party } from './invitation.ts';

type Found = { booking: BookingRow; lead: LeadRow };
type Context = JobContext<JobServices>;

function summary({ company }: JobServices['settings']): string {
  return `${company.name} demo`;
}

export async function sendVisitorMail({ booking, lead }: Found, context: Context): Promise<JobOutcome> {
  const { store, settings, mailer } = context.services;
  const { name, address } = meetingOrganiser(settings);
  const change = changeOf(booking);
  const link = await store.begin((tx) => bookingLink(tx, settings, { leadId: lead.id, now: context.now(), meeting: booking.starts_at }));
  const props = { name: fullName(lead), change, when: when(booking, booking.zone), place: meetingPlace(settings), link };
  const description =
    change === 'cancelled' ? `Choose another time: ${link}` : `Half an hour with ${settings.company.name}.\nMove or cancel it: ${link}`;
  const calendar = await calendarPart({ booking, lead, settings, description });
  return mailer.send(visitorMail, props, { to: lead.email, replyTo: named(address, name), calendar }, context);
}

export async function sendStaffMail({ booking, lead }: Found, context: Context): Promise<JobOutcome> {
  const { settings, mailer } = context.services;
  const zone = settings.BOOKING_ZONE ?? settings.TIME_ZONE;
  const desk = leadLocation(lead, settings);
  const props = {
    name: fullName(lead),
    change: changeOf(booking),
    when: when(booking, zone),
    theirs: booking.zone === zone ? undefined : when(booking, booking.zone),
    place: meetingPlace(settings),
    isVerified: lead.status === 'verified',
    answers: answerRows(lead),
    desk,
  };
  const calendar = await calendarPart({ booking, lead, settings, description: `With ${props.name}.\n${locationLine(desk)}` });
  return mailer.send(staffMail, props, { to: staffOf(settings), replyTo: lead.email, calendar }, context);
}

export async function sendGatheredMail(all: readonly Found[], context: Context): Promise<JobOutcome> {
  const { settings, mailer } = context.services;
  const zone = settings.BOOKING_ZONE ?? settings.TIME_ZONE;
  const lines = all.map(({ booking, lead }) => ({
    when: dateTime(booking.starts_at, zone, 'long'),
    change: changeOf(booking),
    name: fullName(lead),
    desk: leadLocation(lead, settings),
  }));
  return mailer.send(gatheredMail, { lines }, { to: staffOf(settings) }, context);
}

export async function sendFloodMail(times: readonly number[], context: Context): Promise<JobOutcome> {
  const { settings, mailer } = context.services;
  const zone = settings.BOOKING_ZONE ?? settings.TIME_ZONE;
  return mailer.send(floodMail, { times: times.map((at) => dateTime(at, zone, 'long')) }, { to: staffOf(settings) }, context);
}

export async function sendErasedMail(
  { uid, startsAt, sequence }: { uid: string; startsAt: number; sequence: number },
  context: Context,
): Promise<JobOutcome> {
  const { settings, mailer } = context.services;
  const zone = settings.BOOKING_ZONE ?? settings.TIME_ZONE;
  const description = 'Whoever booked it was erased.';
  const content = await invitationText({
    method: 'CANCEL',
    uid,
    sequence,
    at: context.now(),
    from: startsAt,
    until: startsAt + SLOT_MS,
    summary: summary(settings),
    description,
    place: undefined,
    organiser: partyOf(settings),
    attendee: undefined,
  });
  const envelope = { to: staffOf(settings), calendar: { method: 'CANCEL' as const, content } };
  return mailer.send(erasedMail, { when: dateTime(startsAt, zone, 'long') }, envelope, context);
}

type Part = Found & { settings: JobServices['settings']; description: string };

async function calendarPart({ booking, lead, settings, description }: Part): Promise<NonNullable<MailEnvelope['calendar']>> {
  const method = booking.state === 'cancelled' ? 'CANCEL' : 'REQUEST';
  const invitation: Invitation = {
    method,
    uid: booking.uid,
    sequence: booking.sequence,
    at: booking.changed_at,
    from: booking.starts_at,
    until: booking.starts_at + SLOT_MS,
    summary: summary(settings),
    description,
    place: meetingPlace(settings),
    organiser: partyOf(settings),
    attendee: { name: fullName(lead), address: lead.email },
  };
  return { method, content: await invitationText(invitation) };
}

/** The mailboxes of sales and the meeting organiser, each once. */
export function staffOf(settings: JobServices['settings']): readonly string[] {
  const { name, address } = meetingOrganiser(settings);
  const others = settings.STAFF_MAIL.filter((mail) => parseMailbox(mail).address.toLowerCase() !== address.toLowerCase());
  return [named(address, name), ...others];
}

/** The organiser for calendars, which show a name: the company's where none is set. */
function partyOf(settings: JobServices['settings']): Party {
  const { name, address } = meetingOrganiser(settings);
  return { name: name || settings.company.name, address };
}

export function when({ starts_at: at }: BookingRow, zone: string): string {
  return dateTime(at, zone, 'long');
}
