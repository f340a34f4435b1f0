/**
 * Whether the end of a PDF is missing, as after an interrupted transfer. Its last lines give the place of the cross-reference table, by which readers
 * find everything else; without it they guess.
 */
export function isCut(pdf: Uint8Array): boolean {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  const whole = /\/Linearized\b[^>]*\/L\s+(\d+)/.exec(text.slice(0, FIRST));
  if (whole !== null && Number(whole[1]) > text.length) return true;
  const last = text.lastIndexOf('startxref');
  const named = /^startxref\s+(\d+)\s+%%EOF/.exec(text.slice(last, last + MOST_LINES));
  if (last === -1 || named === null) return true;
  const header = Math.max(0, text.slice(0, FIRST).indexOf('%PDF-'));
  const table = text.slice(header + Number(named[1])).trimStart();
  if (!/^(?:xref|\d+\s+\d+\s+obj)\b/.test(table.slice(0, MOST_LINES))) return true;
  // Objects after the last end mark belong to a later revision of the document whose table is missing.
  return /^\d+\s+\d+\s+obj\b/m.test(text.slice(last + named[0].length));
}

/** Bytes at the beginning of a file that are searched for its header. */
const FIRST = 2048;
const MOST_LINES = 64;
