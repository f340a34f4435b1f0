import { expect, test } from 'vitest';
import type { DeskLeadEvent } from '../../../contract/desk/lead-facts.ts';
import { doneSince, readLeadWork, versionRead } from './read-work.ts';

let entries = 0;
const event = (kind: string, actor: string | null): DeskLeadEvent => {
  entries += 1;
  return { id: `e${entries}`, at: entries, kind, actor, text: null, mentions: [], detail: {} };
};

const begun = { version: 3, timeline: [event('received', null), event('assigned', 'me')] };
const read = readLeadWork(begun);
const later = (version: number, ...more: DeskLeadEvent[]) => ({ version, timeline: [...begun.timeline, ...more] });

test('an answer has the version that was read, whatever the page shows by the time it is sent', () => {
  expect(versionRead(begun, read, 'me')).toBe(3);
  const answered = event('answered', 'another');
  expect(versionRead(later(4, answered, event('answer mailed', null)), read, 'me')).toBe(3);
  expect(doneSince(later(4, answered, event('answer mailed', null)), read, 'me')).toEqual([answered]);
  // Only the version has changed: the history entry that says who did it is not loaded yet.
  expect(versionRead(later(4), read, 'me')).toBe(3);
});

test('what whoever answers did themselves is read, and nothing that others did beside it', () => {
  const own = later(5, event('assigned', 'me'), event('state changed', 'me'), event('note', 'another'));
  expect(versionRead(own, read, 'me')).toBe(5);
  expect(doneSince(own, read, 'me')).toEqual([]);
  const both = later(5, event('assigned', 'me'), event('state changed', 'another'));
  expect(versionRead(both, read, 'me')).toBe(3);
  expect(doneSince(both, read, 'me')).toHaveLength(1);
});

test('a visitor who books meanwhile is told of, and a history that lacks what was read says nothing', () => {
  expect(doneSince(later(4, event('meeting booked', null)), read, 'me')).toHaveLength(1);
  expect(doneSince({ version: 9, timeline: [event('answered', 'another')] }, read, 'me')).toEqual([]);
  expect(versionRead({ version: 9, timeline: [event('answered', 'me')] }, read, 'me')).toBe(3);
  expect(
    doneSince({ version: 1, timeline: [event('answered', 'another')] }, readLeadWork({ version: 0, timeline: [] }), 'me'),
  ).toHaveLength(1);
});
