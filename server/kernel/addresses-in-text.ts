/** What ends an address in a text, as between the square brackets of a regular expression. */
const BETWEEN = String.raw`\s@<>()[\]",;:\\`;
const LETTER = String.raw`\p{L}\p{M}\p{N}`;

// A name is matched from the beginning of its word only: matching at every letter would take quadratic time for a long word without an @.
const IN_TEXT = new RegExp(`("[^"@]{1,64}"|(?<![^${BETWEEN}])[^${BETWEEN}]+)@([${LETTER}](?:[${LETTER}.-]*[${LETTER}])?)`, 'gu');

type Reading = { address: string; start: number; end: number };

/**
 * Each address in a text, with all that it may be read as: of `mail='ada@example.com'` both `mail='ada@example.com` and `ada@example.com`. Never the
 * end of a longer one: `da@example.com` is not in `ada@example.com`.
 */
function* readingsIn(text: string): Generator<Reading[]> {
  for (const { index, 0: whole, 1: name = '' } of text.matchAll(IN_TEXT)) {
    const starts = [
      0,
      name.search(/["\p{L}\p{N}]/u),
      1 + Math.max(...['=', '/', '|', '{', '`', '*', '~'].map((mark) => name.lastIndexOf(mark))),
    ];
    const known = [...new Set(starts)].filter((start) => start >= 0 && start < name.length);
    yield known.map((start) => ({ address: whole.slice(start), start: index + start, end: index + whole.length }));
  }
}

/** All that may be read as an address in a text. */
export function readAddresses(text: string): string[] {
  return [...readingsIn(text)].flatMap((readings) => readings.map(({ address }) => address));
}

/** Replaces the addresses in a text that are meant. */
export function replaceAddresses(text: string, isMeant: (address: string) => boolean, replacement: string): string {
  let left = '';
  let done = 0;
  for (const readings of readingsIn(text)) {
    const meant = readings.find(({ address }) => isMeant(address));
    if (meant === undefined) continue;
    left += text.slice(done, meant.start) + replacement;
    done = meant.end;
  }
  return left + text.slice(done);
}
