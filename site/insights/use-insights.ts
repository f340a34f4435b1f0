import { useEffect, useState } from 'react';
import type { PortfolioDetail } from '../../contract/portfolio.ts';
import type { Paper } from '../../contract/paper.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { createDataClient, type DataClient } from './data-client.ts';
import { loadAnalytics, loadPapers, loadPortfolios, type Log, type ShownPortfolio } from './load.ts';

// oxlint-disable-next-line no-console -- data that cannot be had is logged, and the rest is shown
const log: Log = (what, error) => console.error(what, error);
let client: DataClient | undefined;

/** Everything the page shows, each `undefined` while it is on its way. */
export type Insights = { portfolios: ShownPortfolio[] | undefined; papers: Paper[] | undefined };

/** Loads the page's data once the page has taken over. */
export function useInsights(): Insights {
  const [insights, setInsights] = useState<Insights>({ portfolios: undefined, papers: undefined });
  useEffect(() => {
    let wanted = true;
    const take = (part: Partial<Insights>) => wanted && setInsights((before) => ({ ...before, ...part }));
    void loadPortfolios(dataClient(), log).then((portfolios) => take({ portfolios }));
    void loadPapers(dataClient(), log).then((papers) => take({ papers }));
    return () => {
      wanted = false;
    };
  }, []);
  return insights;
}

/** A portfolio with its analytics once they are here; 'failed' when they cannot be had. */
export function useAnalytics(portfolio: ShownPortfolio): PortfolioDetail | 'failed' | undefined {
  const [detail, setDetail] = useState<PortfolioDetail | 'failed'>();
  useEffect(() => {
    let wanted = true;
    loadAnalytics(dataClient(), portfolio).then(
      (loaded) => wanted && setDetail(loaded),
      (error: unknown) => {
        log(`The analytics of ${portfolio.id} could not be loaded.`, error);
        if (wanted) setDetail('failed');
      },
    );
    return () => {
      wanted = false;
    };
  }, [portfolio]);
  return detail;
}

function dataClient(): DataClient {
  client ??= createDataClient({ origin: pageSetting('api'), fetch: window.fetch.bind(window), storage: () => sessionStorage });
  return client;
}
