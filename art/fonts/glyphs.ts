// Leaving glyphs out of a TrueType font. Those that stay keep their numbers, so that every other table stays true.

import type { Tables } from './woff.ts';

const MORE_COMPONENTS = 0x20;
/** Flags of a composite glyph that say how long its component's record is, beyond four bytes. */
const LENGTHS = [
  [0x01, 4, 2],
  [0x08, 2, 0],
  [0x40, 4, 0],
  [0x80, 8, 0],
];

/** The same font with empty outlines for all glyphs but `wanted` and what those are composed of. */
export function subsetGlyphs(tables: Tables, wanted: ReadonlySet<number>): Tables {
  const { glyf, head, loca, maxp } = tables;
  if (!glyf || !head || !loca || !maxp) throw new Error('not a TrueType font');
  const count = maxp.readUInt16BE(4);
  const long = head.readInt16BE(50) === 1;
  const start = (id: number) => (long ? loca.readUInt32BE(4 * id) : 2 * loca.readUInt16BE(2 * id));
  const outline = (id: number) => glyf.subarray(start(id), start(id + 1));
  const kept = new Set(wanted);
  for (const id of kept) for (const part of componentsOf(outline(id))) kept.add(part);

  const outlines = Array.from({ length: count }, (_, id) => (kept.has(id) ? even(outline(id)) : Buffer.alloc(0)));
  const offsets = Buffer.alloc(2 * (count + 1));
  let offset = 0;
  outlines.forEach(({ length }, id) => offsets.writeUInt16BE((offset += length) / 2, 2 * (id + 1)));
  return { ...tables, glyf: Buffer.concat(outlines), loca: offsets, head: shortOffsets(head), post: withoutNames(tables.post) };
}

function componentsOf(outline: Buffer): number[] {
  const parts: number[] = [];
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return parts;
  let at = 10;
  let flags;
  do {
    flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    at += 4 + recordLength(flags);
  } while (flags & MORE_COMPONENTS);
  return parts;
}

function recordLength(flags: number): number {
  return LENGTHS.reduce((sum, [flag = 0, set = 0, unset = 0]) => sum + (flags & flag ? set : unset), 0);
}

/** Short offsets count in words. */
function even(outline: Buffer): Buffer {
  return outline.length % 2 === 0 ? outline : Buffer.concat([outline, Buffer.alloc(1)]);
}

function shortOffsets(head: Buffer): Buffer {
  const copy = Buffer.from(head);
  copy.writeInt16BE(0, 50);
  // Bit 11: passed through a lossless transformation, as every WOFF2 file is.
  copy.writeUInt16BE(copy.readUInt16BE(16) | 0x0800, 16);
  return copy;
}

/** Version 3 of `post` names no glyphs; nothing on a page asks for their names. */
function withoutNames(post: Buffer | undefined): Buffer {
  const copy = Buffer.from(post?.subarray(0, 32) ?? Buffer.alloc(32));
  copy.writeUInt32BE(0x00030000, 0);
  return copy;
}
