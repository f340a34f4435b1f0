import { keptKeys, type KeptKey } from '../content/kept-keys.ts';

/** @returns undefined if nothing is stored, or storage is disabled */
export function readKept(key: KeptKey, name = ''): string | undefined {
  try {
    return areaOf(key).getItem(key + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The value of a JSON text; undefined if nothing is stored, or something else. */
export function readKeptJson(key: KeptKey, name = ''): unknown {
  try {
    return JSON.parse(readKept(key, name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param value undefined deletes the entry. Does nothing if storage is disabled or full. */
export function keep(key: KeptKey, value: string | undefined, name = ''): void {
  try {
    if (value === undefined) areaOf(key).removeItem(key + name);
    else areaOf(key).setItem(key + name, value);
  } catch {
    // The value then lasts only as long as the document.
  }
}

/** Whether this tab has typed answers that were not sent. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(sessionStorage)
      .join()
      .includes('draft:' satisfies KeptKey);
  } catch {
    return false;
  }
}

function areaOf(key: KeptKey): Storage {
  return keptKeys[key] === 'local' ? localStorage : sessionStorage;
}
