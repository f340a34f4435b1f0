import fc from 'fast-check';

/** UTF-16 units of the longest text in a JSON body. */
const LENGTH = 64 * 1024;

// Every class of character that a rule or the cleaning treats, and texts that almost fit a rule.
const units = [
  ['a', 'é', 'e\u0301', '李', '\u1100\u1161\u11a8', '😀', 'ﷺ', '7', '７'],
  ['\u0301', '\u0316\u0301', '\u0344', '\u0f73', '\u0345\u0301', '\u3099', '\u09c7\u09be', '\ud834\udd65'],
  ['\ud800', '\udc00', '\u0000', '\u200b', '\u202e', '\ufeff', '\u00ad'],
  [' ', '\t', '\n', '\r\n', '\u2028', '\u00a0', '\u3000'],
  ['+', '.', '-', "'", '’', '/', '(', ')', '@', '=', '?', '&', '%40', '"', '<', ',', ';', '*'],
  ['a.', 'a@', 'a-', 'ab ', '+1', '1-', '/a', 'Other:', 'br;q=0 ', '\\'],
].flat();

export type SlowText = { start: string; runs: Array<{ unit: string; share: number }>; end: string };

/** Texts made to be slow to validate: long runs of one or several classes, and an end that makes the rule fail. */
export const slowText: fc.Arbitrary<SlowText> = fc.record({
  start: fc.constantFrom('', 'a', 'Other:', 'a@', '+', '"', '/'),
  runs: fc.array(fc.record({ unit: fc.constantFrom(...units), share: fc.integer({ min: 1, max: 4 }) }), { minLength: 1, maxLength: 3 }),
  end: fc.constantFrom('', '!', '\u0301', 'x', '@', '\n', '='),
});

export function textOf({ start, runs, end }: SlowText): string {
  const shares = runs.reduce((sum, { share }) => sum + share, 0);
  const parts = runs.map(({ unit, share }) => unit.repeat(Math.floor((LENGTH * share) / shares / unit.length)));
  return start + parts.join('') + end;
}

/** Maximum processor time for a text of 64 KB, in milliseconds: linear work takes a few, quadratic work several hundred. */
export const MAX_MS = 40;

/** Processor time of one call in milliseconds: the best of up to three runs while it is over `most`, because other work on the machine only adds time. */
export function processorMs(call: () => unknown, max = MAX_MS): number {
  let best = Infinity;
  for (let attempt = 0; attempt < 3 && best > max; attempt += 1) {
    const before = process.threadCpuUsage();
    call();
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
