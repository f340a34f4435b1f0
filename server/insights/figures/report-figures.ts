import { byNetReturn } from '../../../contract/insights-page.ts';
import type { Analytics, PortfolioDetail, PortfolioGroup } from '../../../contract/portfolio.ts';
import type { Log } from '../../kernel/log.ts';
import type { Store } from '../../store/store.ts';
import { listPortfolios } from '../records/records.ts';
import { listFigures } from './list-figures.ts';
import type { PortfolioReader } from './portfolio-reader.ts';

type GroupDays = Readonly<Record<PortfolioGroup, number>>;

/** The data of reports: the portfolios that had begun by the day of their group. */
export function reportFigures(store: Store, reader: PortfolioReader, log: Log) {
  const begun = async (days: GroupDays) => (await listPortfolios(store.db)).filter((one) => one.firstDay <= days[one.group]);
  return {
    /** The key changes with the records that had begun; undefined when none had. */
    async state(days: GroupDays): Promise<{ key: string; madeAt: number } | undefined> {
      const versions = await begun(days);
      if (versions.length === 0) return undefined;
      const key = versions.map(({ id, version, sample }) => [id, version, sample].join(' ')).join('\n');
      return { key, madeAt: Math.max(...versions.map((version) => version.recordedAt)) };
    },
    /** Portfolios with the highest net return first. `missing`: how many could not be read. */
    async read(days: GroupDays): Promise<{ portfolios: (PortfolioDetail & { analytics: Analytics })[]; missing: number }> {
      const groups = Map.groupBy(await begun(days), ({ group }) => group);
      const lists = await Promise.all(
        [...groups].map(([group, versions]) => listFigures(reader, versions, { day: days[group], analytics: true, log })),
      );
      const details = lists.flatMap((list) => list.details).sort(byNetReturn);
      const portfolios = details.flatMap((one) => (one.analytics === undefined ? [] : [{ ...one, analytics: one.analytics }]));
      return { portfolios, missing: lists.reduce((sum, { failed }) => sum + failed.length, 0) };
    },
  };
}
