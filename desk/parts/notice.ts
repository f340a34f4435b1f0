import { useSyncExternalStore } from 'react';

/** Milliseconds that it stays: time to read a line twice, and longer where something can be done. */
const SHOWN = { words: 6000, act: 20_000 };

/** What can be done about it, while it shows: a button with these words. */
export type NoticeAct = { words: string; run: () => void };

export type ShownNotice = { words: string; act?: NoticeAct | undefined; id: number };

let notice: ShownNotice | undefined;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Says in a line what was done, for eyes and for a screen reader. */
export function notify(words: string, act?: NoticeAct): void {
  count += 1;
  show({ words, act, id: count });
  resumeNotice();
}

/** It stays while somebody is at it. */
export function pauseNotice(): void {
  clearTimeout(timer);
}

export function resumeNotice(): void {
  clearTimeout(timer);
  if (notice !== undefined) timer = setTimeout(closeNotice, notice.act === undefined ? SHOWN.words : SHOWN.act);
}

export function closeNotice(): void {
  clearTimeout(timer);
  show(undefined);
}

export function currentNotice(): ShownNotice | undefined {
  return notice;
}

export function useNotice(): ShownNotice | undefined {
  return useSyncExternalStore((tell) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  }, currentNotice);
}

function show(next: ShownNotice | undefined) {
  notice = next;
  for (const tell of listeners) tell();
}
