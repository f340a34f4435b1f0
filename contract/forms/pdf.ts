import type { FileCheck, FileFault } from './form.ts';

/** Space that may stand before the header; a byte order mark, too. */
const LEADING = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);
const HEADER = [0x25, 0x50, 0x44, 0x46, 0x2d]; // %PDF-
const HEAD_BYTES = 32;

const SLASH = 0x2f;
/** The trailer's entry of an encrypted document: a reference or a dictionary. It is never compressed itself. */
const ENCRYPT = /^\/Encrypt[\0\t\n\f\r ]*(?:<<|\d{1,10}[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R)/;
const ENTRY_BYTES = 64;

/**
 * Judges a PDF by its content, in pieces of any size and on either side: by its header, by its size, and by whether it is encrypted,
 * which also those are that ask for no password but forbid to print or to copy: a scanner cannot look into them.
 */
export function createPdfCheck(maxBytes: number): FileCheck {
  let head: number[] = [];
  let tail: number[] = [];
  let size = 0;
  let encrypted = false;
  return {
    push(piece) {
      size += piece.length;
      if (head.length < HEAD_BYTES) head = [...head, ...piece.subarray(0, HEAD_BYTES - head.length)];
      if (encrypted || piece.length === 0) return;
      // An entry may be cut by the end of a piece. Only the seam is copied: pieces are many and large.
      const seam = Uint8Array.from([...tail, ...piece.subarray(0, ENTRY_BYTES)]);
      encrypted = namesEncryption(seam) || namesEncryption(piece);
      tail = [...tail, ...piece.subarray(-ENTRY_BYTES)].slice(-ENTRY_BYTES);
    },
    fault(whole = size): FileFault | undefined {
      if (whole === 0) return 'empty';
      if (!beginsAsPdf(head)) return 'type';
      if (whole > maxBytes) return 'size';
      return encrypted ? 'protected' : undefined;
    },
  };
}

function beginsAsPdf(head: readonly number[]): boolean {
  let start = 0;
  while (start < head.length && LEADING.has(head[start]!)) start += 1;
  return HEADER.every((byte, index) => head[start + index] === byte);
}

function namesEncryption(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(SLASH); at !== -1; at = bytes.indexOf(SLASH, at + 1)) {
    if (bytes[at + 1] !== 0x45 || bytes[at + 2] !== 0x6e || bytes[at + 3] !== 0x63) continue;
    if (ENCRYPT.test(String.fromCharCode(...bytes.subarray(at, at + ENTRY_BYTES)))) return true;
  }
  return false;
}
