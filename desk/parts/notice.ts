import { useSyncExternalStore } from 'react';

/** Milliseconds that it stays: time to read a line twice. */
const SHOWN = 6000;

export type NoticeWords = { words: string; id: number };

let notice: NoticeWords | undefined;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Says in a line what was done, for eyes and for a screen reader. */
export function notify(words: string): void {
  count += 1;
  show({ words, id: count });
  clearTimeout(timer);
  timer = setTimeout(() => show(undefined), SHOWN);
}

export function useNotice(): NoticeWords | undefined {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => notice,
  );
}

function show(next: NoticeWords | undefined) {
  notice = next;
  for (const tell of listeners) tell();
}
