import type { KeptKey } from '../content/kept-keys.ts';
import { keep, readKept } from '../frame/browser-storage.ts';

// Copies for this document, for browsers with storage disabled.
const held = new Map<string, string>();

export function isMoreActive(): boolean {
  return read('more-active') === 'true';
}

export function becomeMoreActive(): void {
  write('more-active', 'true');
}

/** Remembers whose details are open, so that the mail's link, which may open in another tab, opens them again. */
export function rememberPortfolio(id: string): void {
  write('selected-portfolio', id);
}

export function rememberedPortfolio(): string | undefined {
  return read('selected-portfolio');
}

function read(key: KeptKey): string | undefined {
  return readKept(key) ?? held.get(key);
}

function write(key: KeptKey, value: string) {
  held.set(key, value);
  keep(key, value);
}
