import { fstatSync, ftruncateSync, writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Puts a file on the standard output, byte for byte. npm prints two lines of its own before it runs a script, also into a file that
 * the output is redirected to, where they would spoil it: a file that holds just them is emptied first.
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
  return about.isFile() && about.size > 0 && about.size === Buffer.byteLength(npmBanner(env, args));
}

/** What npm prints before it runs a script. */
export function npmBanner(env: Readonly<Record<string, string | undefined>>, args: readonly string[]): string {
  const { npm_package_name: name, npm_package_version: version, npm_lifecycle_event: script, npm_lifecycle_script: command } = env;
  if (script === undefined) return '';
  return `\n> ${name}@${version} ${script}\n> ${[command, ...args].join(' ')}\n\n`;
}

function writeAll(piece: Uint8Array, position: number): number {
  let written = 0;
  while (written < piece.length) written += writeSync(1, piece, written, piece.length - written, position + written);
  return written;
}
