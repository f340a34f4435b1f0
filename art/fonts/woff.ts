// Reading WOFF and writing WOFF2, as far as whole tables go. https://www.w3.org/TR/WOFF2/
import { brotliCompressSync, constants, inflateSync } from 'node:zlib';

/** Tags that WOFF2 writes as a number: their place in its list. */
const KNOWN = (
  'cmap,head,hhea,hmtx,maxp,name,OS/2,post,cvt ,fpgm,glyf,loca,prep,CFF ,VORG,EBDT,EBLC,gasp,hdmx,kern,LTSH,PCLT,VDMX,vhea,vmtx,BASE,' +
  'GDEF,GPOS,GSUB'
).split(',');
/** glyf and loca as they are, without WOFF2's own encoding of outlines. */
const PLAIN = 3 << 6;

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

export function writeWoff2(tables: Tables): Buffer {
  // loca has to follow glyf.
  const tags = [
    ...Object.keys(tables)
      .filter((tag) => tag !== 'glyf' && tag !== 'loca')
      .sort(),
    'glyf',
    'loca',
  ];
  const contents = tags.map((tag) => tables[tag] ?? Buffer.alloc(0));
  const directory = Buffer.concat(tags.map((tag, index) => directoryEntry(tag, contents[index]?.length ?? 0)));
  const body = brotliCompressSync(Buffer.concat(contents), {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT, [constants.BROTLI_PARAM_QUALITY]: 11 },
  });
  const header = Buffer.alloc(48);
  header.write('wOF2', 'latin1');
  header.writeUInt32BE(0x00010000, 4);
  header.writeUInt16BE(tags.length, 12);
  header.writeUInt32BE(12 + 16 * tags.length + contents.reduce((sum, table) => sum + padded(table.length), 0), 16);
  header.writeUInt32BE(body.length, 20);
  header.writeUInt16BE(1, 24);
  const length = padded(header.length + directory.length + body.length);
  header.writeUInt32BE(length, 8);
  return Buffer.concat([header, directory, body], length);
}

function directoryEntry(tag: string, length: number): Buffer {
  const known = KNOWN.indexOf(tag);
  const flags = (known < 0 ? 63 : known) | (tag === 'glyf' || tag === 'loca' ? PLAIN : 0);
  return Buffer.concat([Buffer.from([flags]), known < 0 ? Buffer.from(tag, 'latin1') : Buffer.alloc(0), base128(length)]);
}

function base128(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(bytes);
}

function padded(length: number): number {
  return (length + 3) & ~3;
}
