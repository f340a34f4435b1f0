import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The faces that reports and papers are set in, whole Latin, as text that bundles with the code. */
export function reportFonts(): Record<'regular' | 'semibold' | 'condensed', string> {
  return {
    regular: read('@fontsource/barlow/files/barlow-latin-400-normal.woff'),
    semibold: read('@fontsource/barlow/files/barlow-latin-600-normal.woff'),
    condensed: read('@fontsource/barlow-condensed/files/barlow-condensed-latin-500-normal.woff'),
  };
}

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))).toString('base64');
}
