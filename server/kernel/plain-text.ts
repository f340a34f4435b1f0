/**
 * Makes untrusted text one line that is safe for a header, a log and a terminal: removes control characters (an escape moves a terminal's cursor) and
 * those that change the writing direction, and shortens it to `max` characters.
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

/** Control, format and private-use characters, and line ends. The two joiners are kept: they are part of words in some scripts. */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+?/gu;
