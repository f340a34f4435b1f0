import type { KeptKey } from '../content/kept-keys.ts';
import { keep, readKept } from '../frame/browser-storage.ts';

// For this document, in browsers with storage disabled.
const copies = new Map<string, string>();

export function isVerified(): boolean {
  return read('more-active') === 'true';
}

export function rememberVerified(): void {
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
  return readKept(key) ?? copies.get(key);
}

function write(key: KeptKey, value: string) {
  copies.set(key, value);
  keep(key, value);
}
