/** Characters that text functions split at or treat specially. */
export const GENERAL = [...Array.from(' \t\n"\'<&@.,;:=-/\\(%0a'), '\u0301', '\u2028', '中', '😀', '\ud800'];

/**
 * Texts that make patterns and text functions backtrack: runs of each character, each two alternating, and a character before a run of another, ended by a
 * character that matches nothing.
 * @param length characters of each text
 */
export function* hostileTexts(alphabet: readonly string[], length: number): Generator<string> {
  for (const one of alphabet) {
    const run = one.repeat(Math.ceil(length / one.length));
    yield run;
    for (const other of alphabet) {
      if (other === one) continue;
      yield `${other}${run}\u0001`;
      yield `${(one + other).repeat(Math.ceil(length / 2))}\u0001`;
    }
    yield `${run}\u0001`;
  }
}

const SHORT = 20;
const MIDDLE = 250;
const LONG = 3000;
/** Milliseconds of the thread's processor time. Work that grows linearly with its text stays far below this at each of these lengths. */
const SUSPICIOUS = 2;

/**
 * Finds a text for which work grows faster than the text. Compares processor times by ratio, so that the machine's speed and load make no difference.
 * @returns the beginning of such a text; undefined when none was found
 */
export function findSlowText(alphabet: readonly string[], work: (text: string) => unknown): string | undefined {
  for (const length of [SHORT, MIDDLE, LONG]) {
    let index = 0;
    for (const text of hostileTexts(alphabet, length)) {
      // Short texts find exponential growth, for which longer texts would never end.
      if (timeOf(() => work(text)) > SUSPICIOUS && growsTooFast(alphabet, work, { index, length }))
        return JSON.stringify(text.slice(0, 12));
      index += 1;
    }
  }
  return undefined;
}

type At = { index: number; length: number };

/**
 * A text eight times as long takes 8 times as long if the work is linear, and 64 times if it is quadratic. A text four times as long again takes 4 or
 * 16 times as long. The limits, 22 and 8, lie between these, to leave room for noise.
 */
function growsTooFast(alphabet: readonly string[], work: (text: string) => unknown, { index, length }: At): boolean {
  const textOf = (size: number) => [...hostileTexts(alphabet, size)][index]!;
  const text = textOf(length);
  const before = Math.min(...Array.from({ length: 5 }, () => timeOf(() => work(text))));
  // Work that is slow for twenty characters is exponential.
  if (length === SHORT) return before > SUSPICIOUS;
  if (before <= SUSPICIOUS / 4) return false;
  const eight = leastAbove(before * 22, work, { text: textOf(length * 8), times: 3 });
  return eight !== undefined && leastAbove(eight * 8, work, { text: textOf(length * 32), times: 2 }) !== undefined;
}

/** The shortest of several measured times; undefined as soon as one is within the limit. */
function leastAbove(limit: number, work: (text: string) => unknown, { text, times }: { text: string; times: number }): number | undefined {
  let least = Infinity;
  for (let time = 0; time < times; time += 1) {
    least = Math.min(
      least,
      timeOf(() => work(text)),
    );
    if (least <= limit) return undefined;
  }
  return least;
}

function timeOf(work: () => unknown): number {
  const begun = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}
