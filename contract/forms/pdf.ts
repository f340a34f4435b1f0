import type { FileCheck, FileFault } from './form.ts';
import { createEncryptionCheck } from './pdf-encryption.ts';

/** Space that may stand before the header; a byte order mark, too. */
const LEADING = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);
const HEADER = [0x25, 0x50, 0x44, 0x46, 0x2d]; // %PDF-
const HEAD_BYTES = 32;

/**
 * Judges a PDF by its content, in pieces of any size and on either side: by its header, by its size, and by whether it is encrypted,
 * which also those are that ask for no password but forbid to print or to copy: a scanner cannot look into them.
 */
export function createPdfCheck(maxBytes: number): FileCheck {
  let head: number[] = [];
  const encryption = createEncryptionCheck();
  let size = 0;
  return {
    push(piece) {
      size += piece.length;
      if (head.length < HEAD_BYTES) head = [...head, ...piece.subarray(0, HEAD_BYTES - head.length)];
      // Of what is refused for its size anyway, nothing more is read.
      if (size <= maxBytes) encryption.push(piece);
    },
    fault(whole = size): FileFault | undefined {
      if (whole === 0) return 'empty';
      if (!beginsAsPdf(head)) return 'type';
      if (whole > maxBytes) return 'size';
      return encryption.isEncrypted(headerAt(head)) ? 'protected' : undefined;
    },
  };
}

function beginsAsPdf(head: readonly number[]): boolean {
  const start = headerAt(head);
  return HEADER.every((byte, index) => head[start + index] === byte);
}

function headerAt(head: readonly number[]): number {
  const start = head.findIndex((byte) => !LEADING.has(byte));
  return start === -1 ? head.length : start;
}
