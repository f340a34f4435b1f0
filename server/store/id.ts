import { randomBytes } from 'node:crypto';
import { elementAt } from '../../contract/checked.ts';

let latest = 0;
let counter = 0;

/**
 * A UUIDv7: random, and sorted by time, so that new rows go to the end of their index. Ids of one process within one millisecond keep the order in
 * which they were made (RFC 9562, 6.2, method 1): a lead's history is sorted by them.
 */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  // Limits the time to 48 bits, so that even a very wrong clock fails no form.
  const ms = Math.min(Math.max(Math.trunc(now), 0), 2 ** 48 - 1);
  // The 12-bit field starts in its lower half, which leaves the upper half for counting.
  counter = ms === latest ? (counter + 1) & 0xfff : bytes.readUInt16BE(6) & 0x7ff;
  latest = ms;
  bytes.writeUIntBE(ms, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = 0x80 | (elementAt(bytes, 8) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Lower bound of ids: no id of that time or later sorts before it. */
export function firstIdAt(at: number): string {
  const hex = Math.min(Math.max(Math.trunc(at), 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
