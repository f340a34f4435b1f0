import { byNetReturn, type InsightsData, type MissingCount, type ShownPortfolio } from '../../contract/insights-page.ts';
import { dataPaths, portfolioGroups, type PortfolioDetail, type PortfolioGroup, type PortfolioItem } from '../../contract/portfolio.ts';
import type { Paper } from '../../contract/paper.ts';
import type { DataClient } from './data-client.ts';

export type LogFailure = (what: string, error: unknown) => void;

type Portfolios = InsightsData['portfolios'];
type Loaded = Pick<InsightsData, 'portfolios' | 'missing'>;
type Before = Pick<InsightsData, 'portfolios' | 'dates'>;

/**
 * Both groups as one list, sorted by annualized net return, the highest first. One round of calls if the lists contain the figures.
 * @param before the portfolios that the page shows, and the date of each group for which they are loaded again
 */
export async function loadPortfolios(client: DataClient, log: LogFailure, before: Before): Promise<Loaded> {
  const lists = portfolioGroups.map(async (group): Promise<Loaded> => {
    const former = before.portfolios.filter((one) => one.group === group);
    try {
      return await loadGroup(client, { group, date: before.dates[group], former, log });
    } catch (error) {
      log(`The ${group} portfolios could not be loaded.`, error);
      return { portfolios: former, missing: former.length > 0 ? 0 : 'some' };
    }
  });
  return togetherOf(await Promise.all(lists));
}

type Group = { group: PortfolioGroup; date: string; former: Portfolios; log: LogFailure };

async function loadGroup(client: DataClient, { group, date, former, log }: Group): Promise<Loaded> {
  const items = await client.read<PortfolioItem[]>(`${dataPaths.portfolios(group)}?date=${date}`);
  const details = items.map(async (item): Promise<Portfolios> => {
    if ('net_return_pf' in item) return [{ ...item, group }];
    try {
      return [{ ...(await client.read<PortfolioDetail>(detailPath({ group, id: item.id }, date))), group }];
    } catch (error) {
      log(`The figures of ${item.id} could not be loaded.`, error);
      return former.filter((one) => one.id === item.id);
    }
  });
  const loaded = await Promise.all(details);
  return { portfolios: loaded.flat(), missing: loaded.filter((found) => found.length === 0).length };
}

function togetherOf(lists: readonly Loaded[]): Loaded {
  const counts = lists.map(({ missing }) => missing);
  const missing = counts.reduce<MissingCount>((sum, count) => (sum === 'some' || count === 'some' ? 'some' : sum + count), 0);
  return { portfolios: lists.flatMap(({ portfolios }) => portfolios).sort(byNetReturn), missing };
}

type Asked = Pick<ShownPortfolio, 'group' | 'id'>;

export function loadAnalytics(client: DataClient, portfolio: Asked, date: string): Promise<PortfolioDetail> {
  return client.read<PortfolioDetail>(`${detailPath(portfolio, date)}&analytics=1`);
}

export async function loadPapers(client: DataClient, log: LogFailure, before: readonly Paper[]): Promise<readonly Paper[]> {
  try {
    return await client.readOpen<Paper[]>(dataPaths.papers);
  } catch (error) {
    log('The papers could not be loaded.', error);
    return before;
  }
}

function detailPath({ group, id }: Asked, date: string): string {
  return `${dataPaths.portfolio(group, encodeURIComponent(id))}?date=${date}`;
}
