import type { TrackRecord } from '../../contract/figures/record.ts';
import type { PortfolioDetail } from '../../contract/portfolio.ts';
import { answerOf, type Answer } from '../http/answer.ts';
import type { Store } from '../store/store.ts';
import { detailOf } from './detail.ts';
import { readRecord, type Version } from './records.ts';

/** How many records and answers are kept in memory; the least recently used goes first. */
const MAX_RECORDS = 64;
const MAX_ANSWERS = 256;

export type Question = { day: number; analytics: boolean };

/** Reads figures off the stored records. A version never changes, so what was computed of it once is kept. */
export type Book = {
  /** undefined when the record begins after the day. */
  detail(version: Version, question: Question): Promise<PortfolioDetail | undefined>;
  /** The same, ready to be sent. */
  answer(version: Version, question: Question): Promise<Answer | undefined>;
};

/** @param riskFree annual risk-free rate, percent */
export function openBook(store: Store, riskFree: number): Book {
  const records = new Map<string, Promise<TrackRecord>>();
  const answers = new Map<string, Promise<Answer | undefined>>();

  async function detail(version: Version, { day, analytics }: Question): Promise<PortfolioDetail | undefined> {
    const record = await kept(records, MAX_RECORDS, `${version.id} ${version.version}`, () => readRecord(store.db, version));
    return detailOf({ ...version, record }, day, { riskFree, analytics });
  }

  return {
    detail,
    answer(version, question) {
      // Days after the last value all have its answer.
      const day = Math.min(question.day, version.lastDay);
      const key = [version.id, version.version, version.sample, day, question.analytics].join(' ');
      return kept(answers, MAX_ANSWERS, key, async () => {
        const document = await detail(version, { ...question, day });
        return document && answerOf(document);
      });
    },
  };
}

/** What is kept under a key, or what `make` makes of it now; a failure is not kept. */
function kept<T>(cache: Map<string, Promise<T>>, max: number, key: string, make: () => Promise<T>): Promise<T> {
  const found = cache.get(key) ?? make();
  cache.delete(key);
  cache.set(key, found);
  if (cache.size > max) cache.delete(cache.keys().next().value!);
  found.catch(() => cache.delete(key));
  return found;
}
