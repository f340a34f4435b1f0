import type { TrackRecord } from '../../../contract/figures/record.ts';
import type { PortfolioDetail } from '../../../contract/portfolio.ts';
import { jsonResource, type Resource } from '../../http/resource.ts';
import type { Store } from '../../store/store.ts';
import { detailOf } from './portfolio-detail.ts';
import { readStoredRecord, type Version } from '../records/records.ts';

const MAX_RECORDS = 64;
const MAX_ANSWERS = 256;

export type Question = { day: number; analytics: boolean };

/** Computes figures from stored records. Results are cached, because a version never changes. */
export type PortfolioReader = {
  /** @returns undefined when the record begins after the day */
  detail(version: Version, question: Question): Promise<PortfolioDetail | undefined>;
  answer(version: Version, question: Question): Promise<Resource | undefined>;
};

/** @param riskFree annual risk-free rate, percent */
export function createPortfolioReader(store: Store, riskFree: number): PortfolioReader {
  const records = new Map<string, Promise<TrackRecord>>();
  const answers = new Map<string, Promise<Resource | undefined>>();

  async function detail(version: Version, { day, analytics }: Question): Promise<PortfolioDetail | undefined> {
    const record = await kept(records, MAX_RECORDS, `${version.id} ${version.version}`, () => readStoredRecord(store.db, version));
    return detailOf({ ...version, record }, day, { riskFree, analytics });
  }

  return {
    detail,
    answer(version, question) {
      // All days after the last value have the same answer.
      const day = Math.min(question.day, version.lastDay);
      const key = [version.id, version.version, version.sample, day, question.analytics].join(' ');
      return kept(answers, MAX_ANSWERS, key, async () => {
        const document = await detail(version, { ...question, day });
        return document && jsonResource(document);
      });
    },
  };
}

function kept<T>(cache: Map<string, Promise<T>>, max: number, key: string, make: () => Promise<T>): Promise<T> {
  const found = cache.get(key) ?? make();
  cache.delete(key);
  cache.set(key, found);
  if (cache.size > max) cache.delete(cache.keys().next().value!);
  found.catch(() => cache.delete(key));
  return found;
}
