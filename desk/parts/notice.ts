import { observable } from '../../ui/observable.ts';

/** Milliseconds for which a notice stays: time to read a line twice, longer if it has a button. */
const SHOWN = { words: 6000, act: 20_000 };

/** A button in the notice, with its label. */
export type NoticeAct = { words: string; run: () => void };

export type ShownNotice = { words: string; act?: NoticeAct | undefined; id: number };

/** The current notice. */
export const notice = observable<ShownNotice | undefined>(undefined);
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a notice, which screen readers read out. */
export function notify(words: string, act?: NoticeAct): void {
  count += 1;
  notice.set({ words, act, id: count });
  resumeNotice();
}

/** Keeps the notice while it has the pointer or the focus. */
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
