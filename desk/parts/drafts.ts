import * as v from 'valibot';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../../ui/observable.ts';

const PREFIX = 'draft ';
const { tell, subscribe } = createListeners();

/** Drafts for a browser without storage; they last until the page is left. */
const unstored = new Map<string, string>();

/** Text that was typed and not sent. It lasts as long as the tab, also after reloading or leaving the page. */
export function draftOf(key: string): string {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? unstored.get(key) ?? '';
  } catch {
    return unstored.get(key) ?? '';
  }
}

/** Reads a draft of several fields; undefined for an empty one, or one from an older build. */
export function readTyped<const Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> | undefined {
  try {
    const read = v.safeParse(schema, JSON.parse(text));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a draft; an empty text removes it. */
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

/** Removes all drafts at sign-out: the next user of this machine may be somebody else. */
export function forgetDrafts(): void {
  unstored.clear();
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Storage is off, so it has no drafts.
  }
  tell();
}

export function useDraft(key: string): readonly [text: string, write: (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => draftOf(key));
  return [text, (next) => writeDraft(key, next)];
}

type Typed = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/**
 * The values of a form with several fields, kept as a draft, also when its dialog is closed. Only changed fields are stored, so that the others show
 * the current data. `forget` removes the draft, after sending.
 */
export function useTyped<Values extends Typed>(key: string, initial: Values) {
  const [draft, write] = useDraft(key);
  const set = (change: Partial<Values>) => write(JSON.stringify({ ...fieldsIn(draftOf(key)), ...change }));
  return { typed: typedOver(initial, draft), set, forget: () => write('') };
}

/** The initial values, replaced by those of the draft that are of the same type. */
export function typedOver<Values extends Typed>(initial: Values, draft: string): Values {
  const kept = fieldsIn(draft);
  const isSame = ([name, value]: readonly [string, unknown]) =>
    name in initial && typeof value === typeof initial[name] && Array.isArray(value) === Array.isArray(initial[name]);
  return { ...initial, ...Object.fromEntries(Object.entries(kept).filter(isSame)) };
}

function fieldsIn(draft: string): Readonly<Record<string, unknown>> {
  return readTyped(v.record(v.string(), v.unknown()), draft) ?? {};
}
