/** A meeting as an iCalendar message: RFC 5545 (format), RFC 5546 (invitations and cancellations), RFC 6047 (by mail). */
export type Invitation = {
  method: 'REQUEST' | 'CANCEL';
  uid: string;
  /** Higher than in any earlier message about the same meeting. */
  sequence: number;
  /** Milliseconds since the epoch: `at` when the message was made, `from` and `until` the meeting. */
  at: number;
  from: number;
  until: number;
  summary: string;
  description: string;
  place: string | undefined;
  organiser: Party;
  /** The visitor who is invited; undefined when their data was erased. */
  attendee: Party | undefined;
};

export type Party = { name: string; address: string };

/** The message as text: lines of at most 75 octets, each ended by CRLF. Texts are escaped. */
export async function invitationText(invitation: Invitation): Promise<string> {
  const { default: ical } = await import('ical.js');
  // The library does not count the space at the start of a continued line.
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
    // The organiser is listed as an attendee too: some programs show only attendees.
    ['attendee', { ...nameOf(organiser), role: 'CHAIR', partstat: 'ACCEPTED' }, 'cal-address', mailto(organiser)],
    ...(attendee === undefined ? [] : [['attendee', { ...nameOf(attendee), ...ASKED }, 'cal-address', mailto(attendee)]]),
  ];
  const calendar = [
    ['version', {}, 'text', '2.0'],
    ['prodid', {}, 'text', '-//Cognitive PRO//Booking//EN'],
    ['calscale', {}, 'text', 'GREGORIAN'],
    ['method', {}, 'text', method],
  ];
  return ical.stringify(['vcalendar', calendar, [['vevent', event, method === 'CANCEL' ? [] : [alarm(summary)]]]]);
}

/** RFC 5545, section 3.6.6: calendars remind of the meeting a quarter of an hour before. */
function alarm(summary: string) {
  const properties = [
    ['action', {}, 'text', 'DISPLAY'],
    ['description', {}, 'text', plain(summary)],
    ['trigger', {}, 'duration', '-PT15M'],
  ];
  return ['valarm', properties, []];
}

/** Most octets of a line, without its end. */
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

/** RFC 6068: characters that are allowed in an address and not in a URI are percent-encoded. */
function mailto({ address }: Party): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at).toWellFormed())}@${encodeURIComponent(address.slice(at + 1).toWellFormed())}`;
}

/** RFC 5545, section 3.3.11: replaces characters that a text may not contain, and makes every kind of line end a line feed. */
function plain(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ');
}
