import { expect, test } from 'vitest';
import { answersOf, attributionOf, eventDetailOf, readable } from './lead-columns.ts';

const ADA = { answers: '{"name":"Ada","surname":"Lovelace"}', attribution: '{"page":"/","gclid":"x"}', about: null };

test('what was written is read, with what another version wrote beside', () => {
  expect(answersOf(ADA)).toEqual({ name: 'Ada', surname: 'Lovelace' });
  expect(attributionOf(ADA)).toEqual({ page: '/', gclid: 'x' });
  expect(eventDetailOf({ detail: '{"from":null,"to":"new","more":1}' })).toEqual({ from: null, to: 'new', more: 1 });
});

test.each(['', '5', 'null', '{"name":', '{"name":5}', '{"name":{"secret":"Ada"}}'])(
  'what is %s throws, and tells nothing of it',
  (answers) => {
    expect(() => answersOf({ answers })).toThrow(/^a column is not what is stored there: (name|all of it)$/);
  },
);

test('a list shows what can be read of it', () => {
  const row = readable({ answers: '{"name":"Ada","surname":5}', attribution: '{"utm":"x"}', about: '{"kind":"planet"}' });
  expect(row).toEqual({ answers: '{"name":"Ada"}', attribution: '{}', about: null });
  expect(readable(ADA)).toEqual(ADA);
});
