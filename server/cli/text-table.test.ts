import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csv, textTable } from './text-table.ts';
import { propertyRuns } from '../testing/property-runs.testing.ts';

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const piece = fc.constantFrom(...SIGNS, ';', ',', '\t', '\r', '\n', '"', "'", ' ', 'a', '1', '|', '\u001b', '\u009b', '\u202e', '\u2028');
const cell = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });

describe('a CSV file', () => {
  test('is read back as it was written, but for the apostrophes', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const plain = (all: string[][]) => all.map((row) => row.map((text) => text.replaceAll("'", '')));
        expect(plain(parse(csv(given), ','))).toEqual(plain(given));
      }),
    );
  });

  test.each([',', ';', '\t'])('has no cell that runs where cells are parted at %j', (separator) => {
    fc.assert(
      fc.property(rows, (given) => {
        for (const text of parse(csv(given), separator).flat()) {
          expect(text.trim()).not.toMatch(new RegExp(`^[${SIGNS.join('').replace('-', '\\-')}]`));
          if (separator === ',') expect(text).not.toMatch(/^[\t\r]/);
        }
      }),
      propertyRuns(200),
    );
  });

  test('has an apostrophe wherever a cell may begin before a sign, and nowhere else', () => {
    const rule = /^(?=[\t\r])|(?<=^|[;\t\r\n"\u0085\u2028\u2029])(?=\s*[=+\-@＝＋－＠﹢﹣﹦﹫])/g;
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.constantFrom('\u0085', '\u2029', '﹢')), { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const [[read]] = parse(csv([[text]]), ',') as [[string]];
        expect(read).toBe(text.replace(rule, "'"));
      }),
      propertyRuns(400),
    );
  });

  test('leaves alone what is no formula', () => {
    expect(csv([['a-b', '1 + 1', 'x=1, y', 'Ada; Lovelace']])).toBe('a-b,1 + 1,"x=1, y",Ada; Lovelace');
  });
});

describe('a table on the terminal', () => {
  test('has a line for each row, whatever stands in it, and nothing that a terminal obeys', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const text = textTable(given);
        expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
        expect(text.split('\n')).toHaveLength(given.length);
      }),
    );
  });

  test('may have more lines than a call takes arguments', () => {
    expect(textTable(Array.from({ length: 200_000 }, () => ['a']))).toHaveLength(399_999);
  });

  test('shows what it left out', () => {
    expect(textTable([['name'], ['A\u001b[31mda\n']])).toBe('name\nA\\u001b[31mda\\u000a');
  });
});

function parse(text: string, separator: string): string[][] {
  const table: string[][] = [[]];
  let at = 0;
  for (;;) {
    let value = '';
    if (text[at] === '"') {
      at += 1;
      while (at < text.length && !(text[at] === '"' && text[at + 1] !== '"')) {
        if (text[at] === '"') at += 1;
        value += text[at];
        at += 1;
      }
      at += 1;
    }
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && !(text[at] === '\r' && text[at + 1] === '\n')) {
      value += text[at];
      at += 1;
    }
    table.at(-1)!.push(value);
    if (at >= text.length) return table;
    if (text[at] === separator) at += 1;
    else {
      at += text[at] === '\r' ? 2 : 1;
      table.push([]);
    }
  }
}
