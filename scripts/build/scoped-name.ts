import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { root } from '../setup/root.mjs';

/**
 * The name that a class or animation of a style sheet gets in the product: three letters that stand for the file, then its position in it. Names of
 * one file begin alike, which Brotli packs better than random ones.
 */
export function scopedName(name: string, file: string, css: string): string {
  const position = Array.from(css.matchAll(/(?<=\.)[a-z][\w-]*/gi), ([found]) => found).indexOf(name);
  return filePrefix(relative(root, file)) + (position < 0 ? name : position.toString(36));
}

export function filePrefix(path: string): string {
  const bytes = createHash('sha256').update(path.replaceAll('\\', '/')).digest().subarray(0, 3);
  return String.fromCharCode(...bytes.map((byte) => 97 + (byte % 26)));
}
