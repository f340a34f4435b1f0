import { describe, expect, test } from 'vitest';
import { disclosedNotes } from '../../../contract/figures/disclosure.testing.ts';
import { recordFileBytes } from '../../../contract/calls/desk/figure-calls.ts';
import { longestTurn } from '../../testing/thread-turns.testing.ts';
import { readRecord, type RecordAsked } from './record-file.ts';
import { recordThread } from './record-thread.ts';

const { readRecord: read, readWorkbook } = recordThread(new URL('record-worker.ts', import.meta.url));
const asked = (text: string): RecordAsked => ({ text, id: 'fund', given: disclosedNotes, today: 20_000, how: 'whole', former: undefined });
/** Fills a text up to the greatest length of a file. */
const filled = (piece: string, head = '') => head + piece.repeat(Math.floor((recordFileBytes - head.length) / piece.length));
const HEAD = 'date,portfolio\n';
const FIRST = `${HEAD}2024-01-08,100\n2024-01-09,`;

test('a record that is read in a thread is the one of the file', async () => {
  expect(await read(asked(`${HEAD}2024-01-08,100\n2024-01-09,101.5\n`))).toMatchObject({
    ok: true,
    imported: { id: 'fund', record: { frequency: 'daily', portfolio: Float64Array.of(100, 101.5) } },
  });
});

describe('a file of the largest size is refused in words, where it is', () => {
  test.each<[string, string, RegExp, threaded?: 'threaded']>([
    ['a million lines of nothing', filled('a,b\n', HEAD), /line 1: there are 1048572 lines of values, and at most 60000 are read/],
    ['as many bad lines as are read', HEAD + 'x,y,z\n'.repeat(60_000), /line 2, column date: 'x' is not a date/, 'threaded'],
    ['two million columns', filled('p,', 'date,'), /columns must be: date, the portfolio/],
    ['as many columns in a line', filled('1,', FIRST), /line 3: 50 cells or more, where the head has 2/],
    ['a quote that never ends', filled('"a,', FIRST), /line 3/],
    ['quotes alone', filled('"', FIRST), /line 3|too long to read/, 'threaded'],
    ['one cell', filled('1', FIRST), /is too large/],
    ['line breaks', filled('\n'), /line 1: the file is empty/],
    ['spaces and signs of notes', filled('#\t \n'), /line 1: the file is empty/],
    ['notes', filled('# id: a\n'), /line 1: the file is empty/],
    ['days that are in the future', HEAD + '2999-01-01,1\n'.repeat(60_000), /in the future/],
    ['points in a number', filled('.000', `date;portfolio\n2024-01-08;1,5\n2024-01-09;1`), /is too large/],
  ])('%s', async (_, text, words, threaded) => {
    const made: Awaited<ReturnType<typeof read>>[] = [];
    // Slow files, and those that may exceed the thread's limits, are read in a thread: the event loop must get its turns meanwhile. Others are read
    // here, because a thread takes long to start.
    if (threaded) expect(await longestTurn(async () => void made.push(await read(asked(text))))).toBeLessThan(120);
    else made.push(await readRecord(asked(text)));
    const [answer] = made;
    expect(answer!.ok ? '' : answer!.faults.join('\n')).toMatch(words);
  });
});

test('a workbook that is read in a thread is refused in words where it is none', async () => {
  expect(await readWorkbook({ workbook: Buffer.from('PK\x03\x04'), sheet: undefined })).toEqual({
    ok: false,
    faults: [expect.stringMatching(/cannot be read/)],
  });
});
