import { dataDates, dataPaths, type PortfolioDetail, type PortfolioGroup, type PortfolioItem } from '../../contract/portfolio.ts';
import type { Paper } from '../../contract/paper.ts';
import type { DataClient } from './data-client.ts';

/** A portfolio of either group, as the page's one list shows it. */
export type ShownPortfolio = PortfolioDetail & { group: PortfolioGroup };

/** Told of what could not be had; the rest is shown all the same. */
export type Log = (what: string, error: unknown) => void;

const groups: readonly PortfolioGroup[] = ['website', 'cognitive'];

/** Both groups as one list, the highest annualized net return first: one round of calls where the lists bring the figures. */
export async function loadPortfolios(client: DataClient, log: Log): Promise<ShownPortfolio[]> {
  const lists = await Promise.allSettled(groups.map((group) => loadGroup(client, group)));
  const shown = lists.flatMap((list, i) => {
    if (list.status === 'fulfilled') return list.value;
    log(`The ${groups[i]} portfolios could not be loaded.`, list.reason);
    return [];
  });
  return shown.toSorted((a, b) => b.net_return_pf - a.net_return_pf);
}

async function loadGroup(client: DataClient, group: PortfolioGroup): Promise<ShownPortfolio[]> {
  const items = await client.read<PortfolioItem[]>(`${dataPaths.portfolios(group)}?date=${dataDates[group]}`);
  const details = items.map(async (item) => ('net_return_pf' in item ? item : client.read<PortfolioDetail>(detailPath(group, item.id))));
  return (await Promise.all(details)).map((detail) => ({ ...detail, group }));
}

/** A portfolio with its analytics. */
export function loadAnalytics(client: DataClient, { group, id }: Pick<ShownPortfolio, 'group' | 'id'>): Promise<PortfolioDetail> {
  return client.read<PortfolioDetail>(`${detailPath(group, id)}&analytics=1`);
}

/** The papers, the large one first. */
export async function loadPapers(client: DataClient, log: Log): Promise<Paper[]> {
  try {
    return await client.readOpen<Paper[]>(dataPaths.papers);
  } catch (error) {
    log('The papers could not be loaded.', error);
    return [];
  }
}

function detailPath(group: PortfolioGroup, id: string): string {
  return `${dataPaths.portfolio(group, encodeURIComponent(id))}?date=${dataDates[group]}`;
}
