import { observable } from '../../ui/observable.ts';

/** Milliseconds that it stays: time to read a line twice, and longer where something can be done. */
const SHOWN = { words: 6000, act: 20_000 };

/** What can be done about it, while it shows: a button with these words. */
export type NoticeAct = { words: string; run: () => void };

export type ShownNotice = { words: string; act?: NoticeAct | undefined; id: number };

/** The line that shows now. */
export const notice = observable<ShownNotice | undefined>(undefined);
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says in a line what was done, for eyes and for a screen reader. */
export function notify(words: string, act?: NoticeAct): void {
  count += 1;
  notice.set({ words, act, id: count });
  resumeNotice();
}

/** It stays while somebody is at it. */
export function pauseNotice(): void {
  clearTimeout(timer);
}

export function resumeNotice(): void {
  clearTimeout(timer);
  const shown = notice.get();
  if (shown !== undefined) timer = setTimeout(closeNotice, shown.act === undefined ? SHOWN.words : SHOWN.act);
}

export function closeNotice(): void {
  clearTimeout(timer);
  notice.set(undefined);
}
