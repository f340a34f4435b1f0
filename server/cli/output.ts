import { fstatSync, ftruncateSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a file to standard output, byte for byte. npm prints two lines before it runs a script, which would spoil a redirected file:
 * if the output file holds exactly these lines, it is emptied first.
 */
export async function writeOutput(
  content: Readable,
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Promise<void> {
  if (holdsBanner(env, args)) {
    ftruncateSync(1, 0);
    let at = 0;
    for await (const piece of content as AsyncIterable<Uint8Array>) at += writeAll(piece, at);
  } else {
    await pipeline(content, process.stdout, { end: false });
  }
}

function holdsBanner(env: Readonly<Record<string, string | undefined>>, args: readonly string[]): boolean {
  const about = fstatSync(1);
  return about.isFile() && npmBanners(env, args).some((banner) => Buffer.byteLength(banner) === about.size);
}

/** Writes control characters, except line breaks and tabs, as JSON escapes, so that no terminal obeys them. */
export function escapeControls(text: string): string {
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\r(?!\n)/g, written);
}

export function written(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** What npm may print before it runs a script. npm masks what looks like a key, which includes ids. */
export function npmBanners(env: Readonly<Record<string, string | undefined>>, args: readonly string[]): string[] {
  const { npm_package_name: name, npm_package_version: version, npm_lifecycle_event: script, npm_lifecycle_script: command } = env;
  if (script === undefined) return [];
  const banner = `\n> ${name}@${version} ${script}\n> ${[command, ...args].join(' ')}\n\n`;
  return [banner, banner.replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '***')];
}

function writeAll(piece: Uint8Array, position: number): number {
  let written = 0;
  while (written < piece.length) written += writeSync(1, piece, written, piece.length - written, position + written);
  return written;
}
