import { expect, test } from 'vitest';
import type { DeskLeadEvent } from '../../contract/desk/lead-facts.ts';
import { bookedHere } from './booked-here.ts';

const now = Date.UTC(2026, 10, 22);
const later = Date.UTC(2026, 10, 24, 9);

function entry(kind: string, at: number, startsAt = later, booking = 'x@booking'): DeskLeadEvent {
  return {
    id: String(at),
    at,
    kind,
    actor: null,
    text: null,
    mentions: [],
    detail: { startsAt: new Date(startsAt).toISOString(), booking },
  };
}

test('a meeting is to come while it was booked here, not cancelled since, and has not begun', () => {
  expect(bookedHere([entry('received', 1), entry('meeting booked', 2)], now)).toBe(later);
  expect(bookedHere([entry('meeting moved', 3, later + 1), entry('meeting booked', 2)], now)).toBe(later + 1);
  expect(bookedHere([entry('meeting booked', 2), entry('meeting cancelled', 3)], now)).toBeUndefined();
  expect(bookedHere([entry('meeting booked', 2, now - 1)], now)).toBeUndefined();
  expect(bookedHere([entry('meeting booked', 2, later, 'cal-com-7')], now)).toBeUndefined();
  expect(bookedHere([], now)).toBeUndefined();
});
