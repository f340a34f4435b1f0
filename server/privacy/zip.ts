import { open, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import type { ZipInputFile } from 'fflate';
import { createSlices } from '../kernel/slices.ts';

export type ZipEntry = { name: string; content: Uint8Array; at: Date };

const deflate = promisify<Uint8Array, Buffer<ArrayBuffer>>(deflateRaw);

/** A ZIP archive in pieces, made as they are read. Without ZIP64: at most 65,535 entries and 4 GB. Times are UTC. */
export async function* zipPieces(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const { Zip } = await import('fflate');
  const made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  for await (const entry of entries) {
    const { file, packed } = await packedOf(entry);
    zip.add(file);
    file.ondata?.(null, packed, true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made;
}

/**
 * Writes an archive to a file that only its owner can read; removes it on failure.
 * @throws EEXIST when the file exists
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

/**
 * Compresses and computes the checksum without blocking the server, as the library would. All entries are compressed, because a stored entry cannot have its
 * size after its content, which a stream needs.
 */
async function packedOf({ name, content, at }: ZipEntry): Promise<{ file: ZipInputFile; packed: Uint8Array<ArrayBuffer> }> {
  // The format has no time zone and no time before 1980; the library writes local time, so the offset is added.
  const mtime = Math.max(at.getTime(), Date.UTC(1980, 0, 1)) + at.getTimezoneOffset() * 60_000;
  const file = { filename: name, size: content.length, crc: await checksum(content), compression: 8, mtime };
  return { file, packed: await deflate(content) };
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

/** Bytes that are added to the checksum at once. */
const STEP = 1024 * 1024;
