import { present } from '../../contract/checked.ts';
import { dayOf } from '../../contract/figures/days.ts';
import { byNetReturn, type InsightsData, type ShownPortfolio } from '../../contract/insights-page.ts';
import { dataDates, type PortfolioGroup } from '../../contract/portfolio.ts';
import type { Log } from '../kernel/log.ts';
import type { Store } from '../store/store.ts';
import type { PortfolioReader } from './figures/portfolio-reader.ts';
import { listFigures } from './figures/list-figures.ts';
import { listPapers, wirePaper } from './papers/papers.ts';
import { listPortfolios, type Version } from './records/records.ts';

/** Milliseconds after which portfolios that had to be left out are tried again. */
const RETRY_MS = 60_000;

const groups = Object.keys(dataDates) as PortfolioGroup[];

export type PageDataParts = { store: Store; reader: PortfolioReader; log: Log; now: () => number };

/**
 * Makes a function that reads what the insights pages show. Each call asks the store, and computes only what changed; when nothing changed, it returns the
 * same object. A failure is logged once, and the former data stays. Calls must not overlap.
 */
export function pageDataReader({ store, reader, log, now }: PageDataParts): () => Promise<InsightsData> {
  let data: InsightsData = { portfolios: [], missing: 0, papers: [] };
  let known = { portfolios: '', papers: '', retryAt: Infinity };
  let failing = false;

  async function readPortfolios(): Promise<Pick<InsightsData, 'portfolios' | 'missing'>> {
    const versions = await listPortfolios(store.db);
    // A version never changes, but its portfolio's group and sample mark may.
    const key = JSON.stringify(versions.map(({ id, version, group, sample }) => [id, version, group, sample]));
    if (key === known.portfolios && now() < known.retryAt) return data;
    const figures = await Promise.all(groups.map((group) => groupFigures(group, versions)));
    known = { ...known, portfolios: key, retryAt: figures.every(({ missing }) => missing === 0) ? Infinity : now() + RETRY_MS };
    const portfolios = figures.flatMap(({ shown }) => shown).sort(byNetReturn);
    return { portfolios, missing: figures.reduce((sum, { missing }) => sum + missing, 0) };
  }

  async function groupFigures(group: PortfolioGroup, versions: readonly Version[]) {
    const own = versions.filter((version) => version.group === group);
    const { details, failed } = await listFigures(reader, own, { day: present(dayOf(dataDates[group])), log });
    const shown = details.map((detail): ShownPortfolio => ({ ...detail, group }));
    return { shown, missing: failed.length };
  }

  async function readPapers(): Promise<InsightsData['papers']> {
    const papers = (await listPapers(store.db)).map(wirePaper);
    const key = JSON.stringify(papers);
    if (key === known.papers) return data.papers;
    known = { ...known, papers: key };
    return papers;
  }

  return async () => {
    const [portfolios, papers] = await Promise.allSettled([readPortfolios(), readPapers()]);
    const failed = [portfolios, papers].find((result) => result.status === 'rejected');
    if (failed && !failing)
      log.warn({ err: failed.reason as unknown }, 'figures or papers cannot be read: the insights pages stay as they were');
    failing = failed !== undefined;
    const shown = portfolios.status === 'fulfilled' ? portfolios.value : data;
    const next = {
      portfolios: shown.portfolios,
      missing: shown.missing,
      papers: papers.status === 'fulfilled' ? papers.value : data.papers,
    };
    if (next.portfolios !== data.portfolios || next.papers !== data.papers) data = next;
    return data;
  };
}
