import type { StatedRates } from '../../../contract/figures/stated-rates.ts';
import type { TrackRecord } from '../../../contract/figures/record.ts';
import type { PortfolioDetail } from '../../../contract/portfolio.ts';
import { jsonResource, rareJsonResource, type ResourceFor } from '../../http/resource.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Store } from '../../store/store.ts';
import { detailOf } from './portfolio-detail.ts';
import { thinChart } from './thin-chart.ts';
import { lagsAt } from '../reporting/record-reach.ts';
import { readStoredRecord, type Version } from '../records/records.ts';
import { byNetReturn } from '../../../contract/insights-page.ts';
import type { Log } from '../../kernel/log.ts';
import { observations } from '../../kernel/observations.ts';
import { createSlices } from '../../kernel/slices.ts';
import { isStoreDown } from '../../store/errors.ts';

const MAX_RECORDS = 64;
const MAX_ANSWERS = 256;
/** Figures without charts, a few KB each: more than there are portfolios, or each list would read all records. */
const MAX_DETAILS = 1024;

/** `riskFree`: rates in place of the present ones; only for `detail` with analytics, whose results are not cached. */
type Question = { day: number; analytics: boolean; riskFree?: StatedRates | undefined };

/** Computes figures from stored records. Results are cached, because a version never changes. */
export type PortfolioReader = {
  /** @returns undefined when the record begins after the day, or has too few days by then to be public */
  detail(version: Version, question: Question): Promise<PortfolioDetail | undefined>;
  answer(version: Version, question: Question): Promise<ResourceFor | undefined>;
};

export type FigureRules = {
  riskFree: StatedRates;
  /** Why records of under twelve months may be public; undefined: they may not. Samples always may. */
  shortRecords: string | undefined;
};

export function rulesOf({ RISK_FREE_RATE, SHORT_RECORDS }: Pick<Settings, 'RISK_FREE_RATE' | 'SHORT_RECORDS'>): FigureRules {
  return { riskFree: RISK_FREE_RATE, shortRecords: SHORT_RECORDS };
}

export function createPortfolioReader(store: Store, { riskFree, shortRecords }: FigureRules): PortfolioReader {
  const records = new Map<string, Promise<TrackRecord>>();
  const answers = new Map<string, Promise<ResourceFor | undefined>>();
  const details = new Map<string, Promise<PortfolioDetail | undefined>>();

  async function compute(version: Version, { day, analytics, riskFree: other }: Question): Promise<PortfolioDetail | undefined> {
    const record = await kept(records, MAX_RECORDS, `${version.id} ${version.version}`, () => readStoredRecord(store.db, version));
    const found = detailOf({ ...version, record }, day, { riskFree: other ?? riskFree, analytics });
    if (found?.under_one_year && !version.sample && shortRecords === undefined) return undefined;
    return found && lagsAt(version, day) ? { ...found, lags: true } : found;
  }

  // Days after the last value have its figures, so they share a key; only whether the record lags differs.
  const asKept = (version: Version, question: Question) => {
    const [day, lags] = [Math.min(question.day, version.lastDay), lagsAt(version, question.day)];
    const key = [version.id, version.version, version.sample, day, lags, question.analytics].join(' ');
    return { asked: lags ? question : { ...question, day }, key };
  };

  return {
    detail(version, question) {
      const { asked, key } = asKept(version, question);
      return asked.analytics ? compute(version, asked) : kept(details, MAX_DETAILS, key, () => compute(version, asked));
    },
    answer(version, question) {
      const { asked, key } = asKept(version, question);
      return kept(answers, MAX_ANSWERS, key, async () => {
        const slice = createSlices();
        const document = await compute(version, asked);
        await slice();
        if (document === undefined) return undefined;
        // Pages ask for the last days; on others there may be one visitor each.
        if (asked.day < version.lastDay) return rareJsonResource(JSON.stringify(document));
        const resource = await jsonResource(document);
        return async () => resource;
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

/** `failed`: ids of the portfolios that had to be left out. */
type ListedFigures = { details: PortfolioDetail[]; failed: string[] };

/**
 * The figures of all portfolios that had begun by a day, highest net return first. One that fails is logged, reported and left out.
 * @throws when the store fails
 */
export async function listFigures(
  reader: Pick<PortfolioReader, 'detail'>,
  versions: readonly Version[],
  { day, analytics = false, riskFree, log }: Pick<Question, 'day' | 'riskFree'> & { analytics?: boolean; log: Log },
): Promise<ListedFigures> {
  const [details, failed]: [PortfolioDetail[], { id: string; error: unknown }[]] = [[], []];
  const slice = createSlices();
  // One after the other: all records and charts at once take hundreds of MB where there are many.
  for (const version of versions) {
    await slice();
    const read = reader.detail(version, { day, analytics, riskFree });
    await read.then(
      (detail) => void (detail && details.push(thinned(detail))),
      (error: unknown) => void failed.push({ id: version.id, error }),
    );
  }
  for (const { id, error } of failed) {
    if (isStoreDown(error)) throw error;
    observations.unreadable.tell(`portfolio ${id}`);
    log.error(
      { id, err: error },
      'the figures of a portfolio cannot be computed: it is not shown (npm run portfolios -- show ID says more)',
    );
  }
  return { details: details.sort(byNetReturn), failed: failed.map(({ id }) => id) };
}

function thinned(detail: PortfolioDetail): PortfolioDetail {
  const { analytics } = detail;
  if (analytics === undefined) return detail;
  const { chart, simulated } = analytics;
  const before = simulated && { simulated: { ...simulated, chart: thinChart(simulated.chart) } };
  return { ...detail, analytics: { ...analytics, ...before, chart: thinChart(chart) } };
}
