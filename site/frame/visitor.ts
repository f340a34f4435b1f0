import { keep, readKept } from './browser-storage.ts';

let id: string | undefined;

/** The id of this browser: created at the first visit, stored in the browser, sent only with what the visitor sends. */
export function getVisitorId(): string {
  id ??= readKept('visitor-id') ?? newId();
  return id;
}

function newId(): string {
  const made = randomUuid();
  keep('visitor-id', made);
  return made;
}

/** crypto.randomUUID exists only on secure origins; the site also runs on a plain HTTP address in a private network. */
export function randomUuid(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
