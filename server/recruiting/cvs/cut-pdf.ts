/**
 * Whether the end of a PDF is missing, as of one whose sending broke off. Readers find everything in it by the table that its last lines name, and
 * guess where there is none.
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
  // A later version of the document was begun, and its table did not come.
  return /^\d+\s+\d+\s+obj\b/m.test(text.slice(last + named[0].length));
}

/** Bytes in which the beginning of a file says what it is. */
const FIRST = 2048;
const MOST_LINES = 64;
