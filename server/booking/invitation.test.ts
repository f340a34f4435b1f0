import fc from 'fast-check';
import { expect, test } from 'vitest';
import { invitationText, type Invitation } from './invitation.ts';
import { propertyRuns } from '../testing/property-runs.testing.ts';

const meeting: Invitation = {
  method: 'REQUEST',
  uid: '0199@booking',
  sequence: 2,
  at: Date.UTC(2026, 10, 22, 18),
  from: Date.UTC(2026, 10, 24, 9, 30),
  until: Date.UTC(2026, 10, 24, 10),
  summary: 'Cognitive PRO demo',
  description: 'Half an hour; on your questions, and ours.\nMove or cancel it: https://www.example.com/meeting?token=abc',
  place: 'https://meet.example.com/demo',
  organiser: { name: 'Sales', address: 'sales@example.com' },
  attendee: { name: 'Ada "Countess" Lovelace', address: 'ada+demo@example.com' },
};

type Property = { name: string; parameters: string[]; value: string };

/** Parses by RFC 5545, section 3.1: unfolds lines, then splits each into name, parameters and value. */
function read(text: string): Property[] {
  expect(text.endsWith('\r\n')).toBe(true);
  const lines = text.slice(0, -2).split('\r\n');
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f]/);
  }
  return lines
    .join('\r\n')
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .map((line) => {
      const [head = ''] = /^(?:[^":]|"[^"]*")*/.exec(line)!;
      const [name = '', ...parameters] = head.match(/(?:[^";]|"[^"]*")+/g)!;
      return { name, parameters, value: line.slice(head.length + 1) };
    });
}

function unescaped(value: string): string {
  return value.replace(/\\([nN\\;,])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}

test('is what calendars understand', async () => {
  const text = await invitationText(meeting);
  expect(read(text).map(({ name, parameters, value }) => [[name, ...parameters].join(';'), value])).toEqual([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Cognitive PRO//Booking//EN'],
    ['CALSCALE', 'GREGORIAN'],
    ['METHOD', 'REQUEST'],
    ['BEGIN', 'VEVENT'],
    ['UID', '0199@booking'],
    ['SEQUENCE', '2'],
    ['DTSTAMP', '20261122T180000Z'],
    ['DTSTART', '20261124T093000Z'],
    ['DTEND', '20261124T100000Z'],
    ['SUMMARY', 'Cognitive PRO demo'],
    ['DESCRIPTION', String.raw`Half an hour\; on your questions\, and ours.\nMove or cancel it: https://www.example.com/meeting?token=abc`],
    ['LOCATION', 'https://meet.example.com/demo'],
    ['STATUS', 'CONFIRMED'],
    ['TRANSP', 'OPAQUE'],
    ['ORGANIZER;CN=Sales', 'mailto:sales@example.com'],
    ['ATTENDEE;CN=Sales;ROLE=CHAIR;PARTSTAT=ACCEPTED', 'mailto:sales@example.com'],
    [
      `ATTENDEE;CN=Ada ^'Countess^' Lovelace;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE`,
      'mailto:ada%2Bdemo@example.com',
    ],
    ['BEGIN', 'VALARM'],
    ['ACTION', 'DISPLAY'],
    ['DESCRIPTION', 'Cognitive PRO demo'],
    ['TRIGGER', '-PT15M'],
    ['END', 'VALARM'],
    ['END', 'VEVENT'],
    ['END', 'VCALENDAR'],
  ]);
});

test('that is over says so, and of whoever was erased nothing', async () => {
  const text = await invitationText({ ...meeting, method: 'CANCEL', sequence: 3, attendee: undefined });
  expect(text).toContain('METHOD:CANCEL\r\n');
  expect(text).toContain('STATUS:CANCELLED\r\n');
  expect(text).not.toContain('Lovelace');
});

test('holds whatever anybody typed as text, and as nothing else', async () => {
  const nasty = fc.constantFrom(
    '\r\n',
    '\n',
    '\r',
    '"',
    ';',
    ',',
    ':',
    '\\',
    '^',
    '\u2028',
    '\u0085',
    '\0',
    '\t',
    'BEGIN:VEVENT',
    'ATTENDEE:mailto:x@y',
    '😀',
    '\ud800',
  );
  const typed = fc.array(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 12 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(typed, typed, typed, typed, async (summary, description, place, name) => {
      const properties = read(
        await invitationText({ ...meeting, summary, description, place, attendee: { name, address: `${name.slice(0, 5)}@example.com` } }),
      );
      const expected = read(await invitationText(meeting)).map((one) => one.name);
      expect(properties.map((one) => one.name)).toEqual(expected);
      // Where a name occurs twice, the first is the meeting's: the alarm after it has a description, too.
      const value = Object.fromEntries(properties.toReversed().map((one) => [one.name, one.value]));
      const asText = (text: string) =>
        text
          .toWellFormed()
          .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
          .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ');
      expect(unescaped(value.SUMMARY!)).toBe(asText(summary));
      expect(unescaped(value.DESCRIPTION!)).toBe(asText(description));
      expect(unescaped(value.LOCATION!)).toBe(asText(place));
      const attendee = properties.findLast((one) => one.name === 'ATTENDEE')!;
      expect(attendee.parameters).toHaveLength(5);
      expect(attendee.value).toMatch(/^mailto:[^\s"<>]*@example\.com$/);
    }),
    propertyRuns(150),
  );
});
