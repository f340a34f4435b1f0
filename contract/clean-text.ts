/** Not allowed in texts of staff: invisible and direction characters, halves of surrogate pairs, private use (the editor's marks are such). */
const ILLEGIBLE = /[\p{Cc}\p{Co}\p{Cs}\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;
/** A word of Latin and Cyrillic letters, which look alike: Cyrillic `а` is not Latin `a`. */
const MIXED = /\p{sc=Latin}\p{sc=Cyrillic}|\p{sc=Cyrillic}\p{sc=Latin}/u;

/** Whether readers see each character for what it is: none is `ILLEGIBLE` or `MIXED`. Unless `multiline`, on one line. */
export function isLegible(text: string, multiline = false): boolean {
  return !ILLEGIBLE.test(multiline ? text.replaceAll('\n', ' ') : text) && !MIXED.test(text);
}

export const ILLEGIBLE_WORDS = 'It has characters that cannot be shown, or a word of two alphabets. Type it anew';

/** Nothing to clean, as in most texts: ASCII on one line, and no two spaces in a row. */
const PLAIN = /^(?:[!-~]| (?! ))*$/;
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;
// Control and direction characters are removed from answers: they break mails, logs and columns, and hide text.
// Half a surrogate pair is not a letter. String.prototype.toWellFormed is missing in some browsers that run our scripts.
const HALVES = /\p{Cs}/gu;
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

// Composing sorts a run of marks in quadratic time. Unicode's stream-safe text (UAX #15) has 30 in a row; no language needs ten.
const MAX_MARKS = 30;
const MARKS = /\p{M}+/gu;

/**
 * One text as it is stored: well-formed, composed, without control characters, at most 30 combining marks in a row (what follows them is
 * cut), trimmed. Unless `multiline`, on one line and with single spaces. Idempotent, and in time linear in the text.
 */
export function cleanText(text: string, multiline = false): string {
  if (PLAIN.test(text)) return text.trim();
  // Composed last: a removed character may have separated a letter from its accent. Composing may turn one mark into two.
  const lines = text
    .replace(HALVES, '\uFFFD')
    .replace(LINE_END, '\n')
    .replace(INVISIBLE, '')
    .replace(MARKS, cutMarks)
    .normalize('NFC')
    .replace(MARKS, cutMarks);
  return (multiline ? lines : lines.replace(/\s+/g, ' ')).trim();
}

function cutMarks(run: string): string {
  return run.length <= MAX_MARKS ? run : Array.from(run).slice(0, MAX_MARKS).join('');
}
