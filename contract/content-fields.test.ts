import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldFault, contentFieldsOf, withWords, type ContentField } from './content-fields.ts';

const shipped = {
  title: 'AI for Investment',
  text: 'A sentence that is long enough to be a paragraph of its own: it goes on for more than eighty characters.',
  picture: { alt: 'A graph of lines', src: '/a.png' },
  points: ['One', 'Two'],
  more: { href: '/insights', key: 'more' },
  count: 12,
  say: (count: number) => `${count}`,
};
const fields = contentFieldsOf('home', shipped);
const fieldAt = (path: string): ContentField => fields.find((field) => field.path === path)!;
const checks = { isPage: (path: string) => ['/', '/insights'].includes(path), forbidden: ['guaranteed'] };
const faultOf = (path: string, value: string | number) => fieldFault(fieldAt(path), value, checks);

test('each text, link and number is a field of its kind; what code reads is none', () => {
  expect(fields.map(({ path, kind }) => [path, kind])).toEqual([
    ['home.title', 'line'],
    ['home.text', 'paragraph'],
    ['home.picture.alt', 'alternative text'],
    ['home.points.0', 'line'],
    ['home.points.1', 'line'],
    ['home.more.href', 'link'],
    ['home.count', 'number'],
  ]);
});

test('words stand in the place of what ships, each at its path, and nothing else changes', () => {
  const words = { 'home.title': 'Forecasts', 'home.points.1': 'Second', 'home.count': 13, 'home.more.key': 'no' };
  const changed = withWords('home', shipped, words);
  expect(changed).toEqual({
    ...shipped,
    title: 'Forecasts',
    points: ['One', 'Second'],
    count: 13,
    more: { href: '/insights', key: 'no' },
  });
  expect(shipped.title).toBe('AI for Investment');
  // A value of another type would break the page.
  expect(withWords('home', shipped, { 'home.count': 'many', 'home.title': 3 })).toEqual(shipped);
});

test('what ships can stand in every field, whatever it is', () => {
  const content = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(fc.stringMatching(/^[A-Za-z ,.]{1,200}$/), fc.integer()));
  fc.assert(
    fc.property(content, (given) => {
      for (const field of contentFieldsOf('part', given)) {
        if (field.kind === 'link' || String(field.shipped).trim() === '') continue;
        expect(fieldFault(field, field.shipped, checks)).toBeUndefined();
        const words = { [field.path]: typeof field.shipped === 'number' ? 7 : 'other' };
        expect(contentFieldsOf('part', withWords('part', given, words)).find(({ path }) => path === field.path)?.shipped).toBe(
          words[field.path],
        );
      }
    }),
  );
});

describe('a text is refused in words', () => {
  test('that is empty, too long or cannot be shown', () => {
    expect(faultOf('home.title', ' ')).toBe('Enter a text');
    expect(faultOf('home.picture.alt', '')).toContain('Say what the picture shows');
    expect(faultOf('home.title', 'x'.repeat(45))).toBe('Shorten it by 5: the page has room for 40 characters');
    expect(faultOf('home.title', 'a\u0007')).toContain('cannot be shown');
    expect(faultOf('home.title', 'a\uE000')).toContain('cannot be shown');
  });

  test('that claims what the company may not, or leads nowhere', () => {
    expect(faultOf('home.title', 'Guaranteed gains')).toBe('Leave out “guaranteed”: the company may not claim that');
    expect(faultOf('home.text', 'See [the figures](/figures).')).toBe('There is no page at /figures');
    expect(faultOf('home.text', 'See [the figures](/insights?group=1#top).')).toBeUndefined();
    for (const bad of ['/nowhere', 'javascript:alert(1)', '//elsewhere.example', 'http://plain.example', 'data:text/html,x'])
      expect(faultOf('home.more.href', bad), bad).toBeDefined();
    for (const good of ['/', 'https://www.example.com/a', 'mailto:a@b.example', 'tel:+39021'])
      expect(faultOf('home.more.href', good), good).toBeUndefined();
  });

  test('that loses what the site fills in, or has something that it does not', () => {
    const [field] = contentFieldsOf('part', { text: 'On all {count} of [edition]' }) as [ContentField];
    expect(fieldFault(field, 'On all of [edition]', checks)).toBe('Keep {count}: the site fills it in');
    expect(fieldFault(field, 'On {count} and {more} of [edition]', checks)).toBe('Leave out {more}: nothing fills it in here');
    expect(fieldFault(field, 'All {count}, by [edition]', checks)).toBeUndefined();
  });

  test('and a number is a number', () => {
    expect(faultOf('home.count', NaN)).toBe('Enter a number');
    expect(faultOf('home.count', 'twelve')).toBe('Enter a number');
    expect(faultOf('home.count', 12.5)).toBeUndefined();
  });
});
