import { open, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { createSlices } from '../slices.ts';

export type ZipEntry = { name: string; content: Uint8Array; at: Date };

const deflate = promisify<Uint8Array, Buffer>(deflateRaw);

/** A ZIP archive (APPNOTE 6.3, without ZIP64: at most 65 535 entries and 4 GB) in pieces, made as they are read. */
export async function* zipPieces(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const central: Buffer[] = [];
  let at = 0;
  for await (const entry of entries) {
    const { packed, fields } = await packedOf(entry);
    central.push(centralHeader(entry.name, fields, at));
    const header = localHeader(entry.name, fields);
    at += header.length + packed.length;
    yield header;
    yield packed;
  }
  const size = central.reduce((sum, { length }) => sum + length, 0);
  yield* central;
  yield endRecord(central.length, size, at);
}

/**
 * Writes such an archive to a file that its owner alone may read; of one that fails nothing is left.
 * @throws EEXIST where there is such a file
 */
export async function writeZip(path: string, entries: AsyncIterable<ZipEntry>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of zipPieces(entries)) await file.writeFile(piece);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function packedOf({ content, at }: ZipEntry): Promise<{ packed: Uint8Array; fields: Buffer }> {
  const deflated = await deflate(content);
  const smaller = deflated.length < content.length;
  const packed = smaller ? deflated : content;
  const fields = Buffer.alloc(24);
  // Version 2.0; names are UTF-8.
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800, 2);
  fields.writeUInt16LE(smaller ? 8 : 0, 4);
  fields.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6);
  fields.writeUInt16LE((Math.max(0, at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8);
  fields.writeUInt32LE(await checksum(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(content.length, 18);
  return { packed, fields };
}

async function checksum(content: Uint8Array): Promise<number> {
  const slice = createSlices();
  let sum = 0;
  for (let at = 0; at < content.length; at += STEP) {
    sum = crc32(content.subarray(at, at + STEP), sum);
    await slice();
  }
  return sum;
}

/** Bytes of which a sum is made at once. */
const STEP = 1024 * 1024;

/** The fields that both headers have, up to the length of the name, which `fields` leaves room for. */
function withName(fields: Buffer, name: Buffer): Buffer {
  const all = Buffer.from(fields);
  all.writeUInt16LE(name.length, 22);
  return all;
}

function localHeader(name: string, fields: Buffer): Buffer {
  const text = Buffer.from(name, 'utf8');
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), withName(fields, text), Buffer.alloc(2), text]);
}

function centralHeader(name: string, fields: Buffer, offset: number): Buffer {
  const text = Buffer.from(name, 'utf8');
  // No extra field, comment, disk or attributes.
  const rest = Buffer.alloc(16);
  rest.writeUInt32LE(offset, 12);
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), withName(fields, text), rest, text]);
}

function endRecord(entries: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.write('PK\x05\x06', 'latin1');
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}
