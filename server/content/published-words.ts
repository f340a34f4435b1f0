import type { ContentField, Words } from '../../contract/content-fields.ts';
import type { Log } from '../kernel/log.ts';
import { logOnce, repeat, type Repeated } from '../kernel/repeat.ts';
import type { Store } from '../store/store.ts';
import { currentWords, latestWords, shownValues } from './words.ts';

/** Milliseconds between two looks for a newer version. */
const EVERY = 1000;

export type PublishedWords = { current: () => Words; refresh: () => Promise<void>; watch: () => Repeated };

/** Keeps the latest published words at hand for a thread that shows no pages. While the store does not answer, the words last read are used. */
export function publishedWords(store: Store, fields: () => ReadonlyMap<string, ContentField>, log: Log): PublishedWords {
  let read: { number: number; words: Words } = { number: 0, words: {} };
  async function refresh(): Promise<void> {
    if ((await latestWords(store.db)) === read.number) return;
    const { number, words } = await currentWords(store.db);
    read = { number, words: shownValues(words, fields()) };
  }
  return {
    current: () => read.words,
    refresh,
    watch: () =>
      repeat(refresh, { every: EVERY, first: EVERY, report: logOnce(log, 'published words cannot be read: they stay as they were') }),
  };
}
