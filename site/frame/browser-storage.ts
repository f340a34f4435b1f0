import { keptKeys, type KeptKey } from '../content/kept-keys.ts';

/** `undefined` where nothing is kept, or storage is off. */
export function readKept(key: KeptKey, name = ''): string | undefined {
  try {
    return areaOf(key).getItem(key + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param value undefined: nothing is kept any more. Where storage is off or full nothing is kept, and nobody told. */
export function keep(key: KeptKey, value: string | undefined, name = ''): void {
  try {
    if (value === undefined) areaOf(key).removeItem(key + name);
    else areaOf(key).setItem(key + name, value);
  } catch {
    // What is not kept lasts as long as the document.
  }
}

/** Whether something was typed in this tab that no form has sent. */
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
