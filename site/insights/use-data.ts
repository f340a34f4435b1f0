import { useEffect, useEffectEvent, useState } from 'react';
import type { InsightsData, ShownPortfolio } from '../../contract/insights-page.ts';
import type { PortfolioDetail } from '../../contract/portfolio.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { createDataClient, type DataClient } from './data-client.ts';
import { loadAnalytics, loadPapers, loadPortfolios, type LogFailure } from './load-data.ts';

// oxlint-disable-next-line no-console -- data that cannot be loaded is logged, and the rest is shown
const log: LogFailure = (what, error) => console.error(what, error);
let client: DataClient | undefined;

export type RefreshedData = InsightsData & {
  busy: boolean;
  loadAgain: () => void;
};

/** The data in the document, refreshed by the data calls after hydration and whenever `loadAgain` is called. */
export function useData(shown: InsightsData): RefreshedData {
  const [insights, setInsights] = useState(shown);
  const [round, setRound] = useState({ number: 0, over: true });
  const { number } = round;
  const refresh = useEffectEvent(() => load(insights));
  useEffect(() => {
    let wanted = true;
    void refresh().then((loaded) => {
      if (!wanted) return;
      setInsights(loaded);
      setRound({ number, over: true });
    });
    return () => {
      wanted = false;
    };
  }, [number]);
  return { ...insights, busy: !round.over, loadAgain: () => setRound({ number: number + 1, over: false }) };
}

async function load(before: InsightsData): Promise<InsightsData> {
  const client = dataClient();
  const [shown, papers] = await Promise.all([loadPortfolios(client, log, before), loadPapers(client, log, before.papers)]);
  return { ...shown, dates: before.dates, papers };
}

export function useAnalytics(portfolio: ShownPortfolio, date: string): PortfolioDetail | 'failed' | undefined {
  const [detail, setDetail] = useState<PortfolioDetail | 'failed'>();
  useEffect(() => {
    let wanted = true;
    loadAnalytics(dataClient(), portfolio, date).then(
      (loaded) => wanted && setDetail(loaded),
      (error: unknown) => {
        log(`The analytics of ${portfolio.id} could not be loaded.`, error);
        if (wanted) setDetail('failed');
      },
    );
    return () => {
      wanted = false;
    };
  }, [portfolio, date]);
  return detail;
}

function dataClient(): DataClient {
  client ??= createDataClient({ origin: pageSetting('api'), fetch: window.fetch.bind(window) });
  return client;
}
