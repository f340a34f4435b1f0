import type { FileCheck, FileFault } from './form.ts';
import { createEncryptionCheck } from './pdf-encryption.ts';

/** Bytes that may precede the header: white space and a byte order mark. */
const LEADING = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20, 0xef, 0xbb, 0xbf]);
const HEADER = [0x25, 0x50, 0x44, 0x46, 0x2d]; // %PDF-
const HEAD_BYTES = 32;

/**
 * Checks a PDF by its content, in pieces of any size, in browser and server: its header, its size, and whether it is encrypted. A file that opens
 * without a password but forbids printing or copying is encrypted, too: a virus scanner cannot read it.
 */
export function createPdfCheck(maxBytes: number): FileCheck {
  let head: number[] = [];
  const encryption = createEncryptionCheck();
  let size = 0;
  return {
    push(piece) {
      size += piece.length;
      if (head.length < HEAD_BYTES) head = [...head, ...piece.subarray(0, HEAD_BYTES - head.length)];
      // A file that is too large is refused anyway, so its rest is not read.
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
