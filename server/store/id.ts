import { randomBytes } from 'node:crypto';

/** A UUIDv7: random, and in order of time, so that new rows land at the end of their index. */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  // A clock that is wrong by centuries fails no form.
  bytes.writeUIntBE(Math.min(Math.max(Math.trunc(now), 0), 2 ** 48 - 1), 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
