import * as v from 'valibot';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../../ui/observable.ts';

const PREFIX = 'draft ';
const { tell, subscribe } = createListeners();

/** Where storage is off a draft lives as long as the page. */
const unstored = new Map<string, string>();

/** What somebody has typed and not sent: it outlives reloading, leaving and coming back, as long as the tab. */
export function draftOf(key: string): string {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? unstored.get(key) ?? '';
  } catch {
    return unstored.get(key) ?? '';
  }
}

/** What stands in a draft of several fields; undefined where there is none, or one of an older build. */
export function readTyped<const Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> | undefined {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

/** Empty: there is none any more. */
export function writeDraft(key: string, text: string): void {
  unstored.delete(key);
  try {
    if (text === '') sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, text);
  } catch {
    if (text !== '') unstored.set(key, text);
  }
  tell();
}

/** Of whoever signs out: the next at this machine is somebody else. */
export function forgetDrafts(): void {
  unstored.clear();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Storage is off: there is nothing in it.
  }
  tell();
}

export function useDraft(key: string): readonly [text: string, write: (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => draftOf(key));
  return [text, (next) => writeDraft(key, next)];
}
