/**
 * A text from outside on one line, fit for a header, a log and a terminal: without control characters (an escape moves a terminal's
 * cursor), without those that turn the direction of writing, and not longer than so many characters.
 */
export function plainText(text: string, max: number): string {
  const line = text
    .slice(0, 4 * max)
    .toWellFormed()
    .replace(UNPRINTABLE, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= max
    ? line
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

/** Control, format and private characters, and line ends. The two joiners are part of words in some scripts. */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+?/gu;
