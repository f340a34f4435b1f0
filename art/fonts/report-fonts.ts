import { present } from '../../contract/checked.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readWoff } from './woff.ts';

/**
 * The fonts of reports, as text that is bundled with the code. Plain TrueType, because WOFF would be decompressed again for every table
 * that is read.
 */
export function reportFonts(): Record<'regular' | 'semibold' | 'condensed', string> {
  return {
    regular: read('@fontsource/barlow/files/barlow-latin-400-normal.woff'),
    semibold: read('@fontsource/barlow/files/barlow-latin-600-normal.woff'),
    condensed: read('@fontsource/barlow-condensed/files/barlow-condensed-latin-500-normal.woff'),
  };
}

function read(path: string): string {
  const woff = readFileSync(fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url)));
  return trueType(readWoff(woff)).toString('base64');
}

/** Assembles tables into a TrueType file. (OpenType specification, font file: table directory) */
function trueType(tables: Record<string, Buffer>): Buffer {
  const tags = Object.keys(tables).sort();
  const head = Buffer.alloc(12 + 16 * tags.length);
  const power = 2 ** Math.floor(Math.log2(tags.length));
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(tags.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((tags.length - power) * 16, 10);
  const bodies: Buffer[] = [];
  let offset = head.length;
  tags.forEach((tag, index) => {
    const table = present(tables[tag]);
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    const entry = 12 + 16 * index;
    head.write(tag, entry, 'latin1');
    head.writeUInt32BE(checksum(padded), entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(table.length, entry + 12);
    bodies.push(padded);
    offset += padded.length;
  });
  return Buffer.concat([head, ...bodies]);
}

function checksum(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
