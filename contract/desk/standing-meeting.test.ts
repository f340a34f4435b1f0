import { expect, test } from 'vitest';
import type { DeskLeadEvent } from './lead-facts.ts';
import { meetingAhead } from './standing-meeting.ts';

const now = Date.UTC(2026, 10, 22);
const later = Date.UTC(2026, 10, 24, 9);

function entry(kind: string, at: number, more: Record<string, unknown> = {}): DeskLeadEvent {
  const detail = { startsAt: new Date(later).toISOString(), booking: 'x@booking', ...more };
  return { id: String(at), at, kind, actor: null, text: null, mentions: [], detail };
}

test('the meeting to come is the last that was booked or moved, in the zone that its visitor chose it in', () => {
  const moved = { startsAt: new Date(later + 1).toISOString(), zone: 'America/New_York' };
  expect(meetingAhead([entry('meeting moved', 3, moved), entry('meeting booked', 2)], now)).toEqual({
    at: later + 1,
    zone: 'America/New_York',
    isOurs: true,
  });
  expect(meetingAhead([entry('meeting booked', 2, { booking: 'cal-com-7' })], now)).toEqual({ at: later, zone: undefined, isOurs: false });
  expect(meetingAhead([entry('meeting booked', 2), entry('meeting cancelled', 3)], now)).toBeUndefined();
  expect(meetingAhead([entry('meeting booked', 2)], later)).toBeUndefined();
});
