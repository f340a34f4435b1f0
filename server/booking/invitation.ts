/** A meeting as a message between calendars: RFC 5545 (the format), RFC 5546 (who says what to whom), RFC 6047 (by mail). */
export type Invitation = {
  method: 'REQUEST' | 'CANCEL';
  uid: string;
  /** Higher than that of every message before about the meeting. */
  sequence: number;
  /** Milliseconds since the epoch: when this was said, and the meeting. */
  at: number;
  from: number;
  until: number;
  summary: string;
  description: string;
  place: string | undefined;
  organiser: Party;
  /** Who is asked to come. Nobody: whoever it was is to be forgotten. */
  attendee: Party | undefined;
};

export type Party = { name: string; address: string };

/** The message: lines of at most 75 octets, each ended by CRLF. Texts are data, never syntax. */
export async function invitationText(invitation: Invitation): Promise<string> {
  const { default: ical } = await import('ical.js');
  // It counts the space that a line goes on with to none.
  ical.foldLength = OCTETS - 1;
  const { method, uid, sequence, at, from, until, summary, description, place, organiser, attendee } = invitation;
  const event = [
    ['uid', {}, 'text', plain(uid)],
    ['sequence', {}, 'integer', sequence],
    ['dtstamp', {}, 'date-time', utc(at)],
    ['dtstart', {}, 'date-time', utc(from)],
    ['dtend', {}, 'date-time', utc(until)],
    ['summary', {}, 'text', plain(summary)],
    ['description', {}, 'text', plain(description)],
    ...(place === undefined ? [] : [['location', {}, 'text', plain(place)]]),
    ['status', {}, 'text', method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'],
    ['transp', {}, 'text', 'OPAQUE'],
    ['organizer', nameOf(organiser), 'cal-address', mailto(organiser)],
    // Who organises a meeting comes: programs that list only attendees would leave them out.
    ['attendee', { ...nameOf(organiser), role: 'CHAIR', partstat: 'ACCEPTED' }, 'cal-address', mailto(organiser)],
    ...(attendee === undefined ? [] : [['attendee', { ...nameOf(attendee), ...ASKED }, 'cal-address', mailto(attendee)]]),
  ];
  const calendar = [
    ['version', {}, 'text', '2.0'],
    ['prodid', {}, 'text', '-//Cognitive PRO//Booking//EN'],
    ['calscale', {}, 'text', 'GREGORIAN'],
    ['method', {}, 'text', method],
  ];
  return ical.stringify(['vcalendar', calendar, [['vevent', event, []]]]);
}

/** Of a line, without its end. */
const OCTETS = 75;

const ASKED = { cutype: 'INDIVIDUAL', role: 'REQ-PARTICIPANT', partstat: 'NEEDS-ACTION', rsvp: 'TRUE' };

function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

function nameOf({ name, address }: Party): { cn: string } {
  return {
    cn: plain(name.trim() || address)
      .replace(/\s+/g, ' ')
      .trim(),
  };
}

/** RFC 6068: what an address may hold and a URI may not is encoded. */
function mailto({ address }: Party): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at).toWellFormed())}@${encodeURIComponent(address.slice(at + 1).toWellFormed())}`;
}

/** RFC 5545, 3.3.11. What no text may hold goes; whatever ends a line is one. */
function plain(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ');
}
