import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentFieldsOf, fieldAt, fieldFault, withWords, type ContentField, type Words } from './content-fields.ts';
import { itemsOf, joinedOrder, keysIn, listOf, orderOf } from './content-lists.ts';

const item = (id: string, title: string) => ({
  id,
  title,
  shape: 'logo',
  src: `/${id}.svg`,
  alt: title,
  more: listOf({ least: 0, most: 2 }, ['a', 'b']),
});
const shipped = { points: listOf({ least: 1, most: 3 }, [item('one', 'One'), item('two', 'Two')]), others: ['x'] };
const fields = new Map(contentFieldsOf('home', shipped).map((field): [string, ContentField] => [field.path, field]));
const NEW = 'kabc1234';
const listed = (words: Words) => withWords('home', shipped, words, itemsOf(words));
const checks = { isPage: () => true, forbidden: [] };

test('a list that says how many items it may have is a field, and others are none', () => {
  const lists = [...fields.values()].filter(({ kind }) => kind === 'list').map(({ path, shipped: value }) => [path, value]);
  expect(lists).toEqual([
    ['home.points', 'list:0,1'],
    ['home.points.0.more', 'list:0,1'],
    ['home.points.1.more', 'list:0,1'],
  ]);
});

test('its items stand in their order; one that was added is a copy of the first until it has words, and has an id of its own', () => {
  const words = {
    'home.points': `list:1,${NEW}`,
    'home.points.1.title': 'Second',
    [`home.points.${NEW}.title`]: 'New',
    [`home.points.${NEW}.more`]: 'list:1',
  };
  const { points } = listed(words);
  expect(points.map(({ id, title, alt, more }) => [id, title, alt, [...more]])).toEqual([
    ['two', 'Second', 'Two', ['a', 'b']],
    [NEW, 'New', 'One', ['b']],
  ]);
  expect(listed({ 'home.points': 'list:0,1' })).toEqual(shipped);
  // Neither a strange order nor an item that ships no more breaks a page.
  expect(listed({ 'home.points': '"><script>' })).toEqual(shipped);
  expect(listed({ 'home.points': 'list:7,0' }).points).toHaveLength(1);
});

test('a field of an item that was added is as that of the first', () => {
  expect(fieldAt(fields, `home.points.${NEW}.title`)).toMatchObject({ kind: 'line', shipped: 'One' });
  expect(fieldAt(fields, `home.points.${NEW}.src`)?.picture?.alt).toBe(`home.points.${NEW}.alt`);
  expect(fieldAt(fields, `home.points.${NEW}.more.${NEW}`)).toMatchObject({ kind: 'line', shipped: 'a' });
  for (const path of [
    `home.others.${NEW}`,
    `home.${NEW}.title`,
    `home.points.${NEW}`,
    `home.points.${NEW}.id`,
    'home.points.9.title',
    'home.points.__proto__.title',
  ])
    expect([path, fieldAt(fields, path)]).toEqual([path, undefined]);
});

test('an order is refused that has too few or too many items, one twice, or one that does not exist', () => {
  const fault = (value: string) => fieldFault(fields.get('home.points')!, value, checks);
  expect(fault('list:1,0')).toBeUndefined();
  expect(fault('list:')).toContain('Leave 1 at least');
  expect(fault(`list:0,1,${NEW},kabc1235`)).toContain('room for 3');
  for (const bad of ['list:0,0', 'list:2', 'list:-1', 'list:0,', 'no list', 'list:constructor'])
    expect([bad, fault(bad)]).toEqual([bad, 'This is no list of items']);
});

test('two orders made of one lose nothing that was added and bring nothing back that was removed', () => {
  expect(joinedOrder('list:0,1,2', 'list:0,kaaaaaaa,1,2', 'list:0,1,2,kbbbbbbb')).toBe('list:0,kaaaaaaa,1,2,kbbbbbbb');
  expect(joinedOrder('list:0,1,2', 'list:0,2', 'list:2,1,0')).toBe('list:2,0');
  expect(joinedOrder('words', 'other words', 'own words')).toBe('own words');
  const keys = fc.uniqueArray(fc.integer({ min: 0, max: 9 }).map(String), { minLength: 1 });
  const added = (letter: string) => fc.uniqueArray(fc.integer({ min: 0, max: 3 }).map((n) => `k${letter.repeat(6)}${n}`));
  const order = (letter: string, base: string[]) =>
    fc
      .tuple(fc.subarray(base), added(letter))
      .chain(([left, more]) => fc.shuffledSubarray([...left, ...more], { minLength: left.length + more.length }));
  const three = keys.chain((base) => fc.tuple(fc.constant(base), order('a', base), order('b', base)));
  fc.assert(
    fc.property(three, ([base, theirs, ours]) => {
      const joined = keysIn(joinedOrder(orderOf(base), orderOf(theirs), orderOf(ours))) ?? [];
      const expected = [
        ...base.filter((key) => theirs.includes(key) && ours.includes(key)),
        ...[...theirs, ...ours].filter((key) => key.startsWith('k')),
      ];
      expect(joined.toSorted()).toEqual(expected.toSorted());
    }),
  );
});
