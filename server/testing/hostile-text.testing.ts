/** Characters that text functions part texts at, or treat in a way of their own. */
export const GENERAL = [...Array.from(' \t\n"\'<&@.,;:=-/\\(%0a'), '\u0301', '\u2028', '中', '😀', '\ud800'];

/**
 * Texts that make patterns and text functions go back over what they have read: runs of each character, of each two in turn, and after
 * each other, ended by something that fits nowhere.
 * @param length characters of each
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
/** Milliseconds of the thread's processor time within which what grows with its text stays far below, at each of these lengths. */
const SUSPICIOUS = 2;

/**
 * Finds a text for which work grows faster than the text. By ratios of processor time: how quick the machine is, and what else it does,
 * makes no difference.
 * @returns the beginning of such a text; undefined where there is none
 */
export function findSlowText(alphabet: readonly string[], work: (text: string) => unknown): string | undefined {
  for (const length of [SHORT, MIDDLE, LONG]) {
    let index = 0;
    for (const text of hostileTexts(alphabet, length)) {
      // Short ones tell what grows so fast that long ones would never end.
      if (timeOf(() => work(text)) > SUSPICIOUS && growsTooFast(alphabet, work, { index, length }))
        return JSON.stringify(text.slice(0, 12));
      index += 1;
    }
  }
  return undefined;
}

type At = { index: number; length: number };

/**
 * Eight times the text takes eight times as long, and 64 times where it grows with its square; four times that, four times and 16 times:
 * between them there is room for noise.
 */
function growsTooFast(alphabet: readonly string[], work: (text: string) => unknown, { index, length }: At): boolean {
  const least = (size: number, times: number) => {
    const text = [...hostileTexts(alphabet, size)][index]!;
    return Math.min(...Array.from({ length: times }, () => timeOf(() => work(text))));
  };
  const before = least(length, 5);
  // What is slow for twenty characters never ends for eighty.
  if (length === SHORT) return before > SUSPICIOUS;
  const eight = least(length * 8, 3);
  return before > SUSPICIOUS / 4 && eight > before * 22 && least(length * 32, 2) > eight * 8;
}

function timeOf(work: () => unknown): number {
  const begun = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}
