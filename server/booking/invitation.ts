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
export function invitationText(invitation: Invitation): string {
  const { method, uid, sequence, at, from, until, summary, description, place, organiser, attendee } = invitation;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cognitive PRO//Booking//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${text(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${utc(at)}`,
    `DTSTART:${utc(from)}`,
    `DTEND:${utc(until)}`,
    `SUMMARY:${text(summary)}`,
    `DESCRIPTION:${text(description)}`,
    ...(place === undefined ? [] : [`LOCATION:${text(place)}`]),
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    `ORGANIZER${partyName(organiser)}:${mailto(organiser)}`,
    // Who organises a meeting comes: programs that list only attendees would leave them out.
    `ATTENDEE${partyName(organiser)};ROLE=CHAIR;PARTSTAT=ACCEPTED:${mailto(organiser)}`,
    ...(attendee === undefined ? [] : [`ATTENDEE${partyName(attendee)};${ASKED}:${mailto(attendee)}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const ASKED = 'CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE';

function utc(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

/** RFC 5545, 3.3.11. What no text may hold goes; whatever ends a line is one. */
function text(value: string): string {
  return plain(value.replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n'))
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

/** RFC 5545, 3.2, and RFC 6868: a quoted value has no way to hold a quote, so it is written in another way. */
function partyName({ name, address }: Party): string {
  const one = plain((name.trim() || address).replace(/\s+/g, ' ')).trim();
  return `;CN="${one.replaceAll('^', '^^').replaceAll('"', "^'")}"`;
}

/** RFC 6068: what an address may hold and a URI may not is encoded. */
function mailto({ address }: Party): string {
  const at = address.lastIndexOf('@');
  return `mailto:${encodeURIComponent(address.slice(0, at).toWellFormed())}@${encodeURIComponent(address.slice(at + 1).toWellFormed())}`;
}

function plain(value: string): string {
  return value.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f\u0085\u2028\u2029]/g, ' ');
}

const OCTETS = 75;

/** RFC 5545, 3.1: a long line goes on in the next, after a space. No character is cut in two. */
function folded(line: string): string {
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > OCTETS) {
      lines.push(current);
      [current, octets] = [' ', 1];
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}
