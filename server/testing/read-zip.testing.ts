import { crc32, inflateRawSync } from 'node:zlib';

/** All files of an archive by name, read by its central directory; each is checked against its length, checksum and local header. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, crc, packed, size, nameLength, local] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 24),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(begin, begin + packed);
    const content = method === 8 ? inflateRawSync(bytes) : bytes;
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`);
    if (archive.readUInt16LE(local + 6) !== archive.readUInt16LE(at + 8)) throw new Error(`the headers of ${name} differ`);
    files.set(name, content);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
