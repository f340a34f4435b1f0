// Reads whole tables from WOFF files. https://www.w3.org/TR/WOFF/
import { inflateSync } from 'node:zlib';

export type Tables = Record<string, Buffer>;

export function readWoff(file: Buffer): Tables {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file');
  const tables: Tables = {};
  for (let entry = 44; entry < 44 + 20 * file.readUInt16BE(12); entry += 20) {
    const offset = file.readUInt32BE(entry + 4);
    const packed = file.subarray(offset, offset + file.readUInt32BE(entry + 8));
    tables[file.toString('latin1', entry, entry + 4)] = packed.length < file.readUInt32BE(entry + 12) ? inflateSync(packed) : packed;
  }
  return tables;
}
