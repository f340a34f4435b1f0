import { present } from '../../../contract/checked.ts';
import { knownDay } from '../../../contract/figures/days.ts';
import { reportingDay, sampleDates, type ReportingDates } from '../../../contract/figures/reporting-date.ts';
import type { StatedRates } from '../../../contract/figures/stated-rates.ts';
import { byNetReturn } from '../../../contract/insights-page.ts';
import type { Analytics, PortfolioDetail, PortfolioGroup } from '../../../contract/portfolio.ts';
import type { Log } from '../../kernel/log.ts';
import type { Store } from '../../store/store.ts';
import { listKnownPortfolios, listPortfolios, type Version } from '../records/records.ts';
import { listReporting } from '../reporting/reporting-dates.ts';
import { listFigures, type PortfolioReader } from './portfolio-reader.ts';

/**
 * An edition of the report. `known`: time (ms) whose records it is made from; undefined: the present records. `riskFree`: the rates that an earlier
 * edition was published with; undefined: the present rates.
 */
export type Edition = { dates: ReportingDates; known: number | undefined; riskFree: StatedRates | undefined };

/** The data of reports: the portfolios that had begun by the day of their group, or the one with an id. */
export function reportFigures(store: Store, reader: PortfolioReader, log: Log) {
  const dayIn = ({ dates }: Edition, group: PortfolioGroup) => knownDay(dates[group]);
  /** A record that cannot be read counts as missing, and not as too short. */
  const isShown = (one: Version, day: number) =>
    reader.detail(one, { day, analytics: false }).then(
      (detail) => detail !== undefined,
      () => true,
    );
  const begun = async (edition: Edition, id?: string) => {
    const { known } = edition;
    const all = known === undefined ? await listPortfolios(store.db) : await listKnownPortfolios(store.db, known);
    const asked = all.filter((one) => one.firstDay <= dayIn(edition, one.group) && (id === undefined || one.id === id));
    const shown = await Promise.all(asked.map(async (one) => ((await isShown(one, dayIn(edition, one.group))) ? [one] : [])));
    return shown.flat();
  };
  return {
    /** The present edition; with `known` the one of that time. */
    async current(known?: number): Promise<Edition> {
      const all = await listReporting(store.db);
      const held = all.find(({ published }) => published === undefined || known === undefined || published.at <= known);
      return { dates: held?.dates ?? sampleDates, known, riskFree: held === all[0] ? undefined : held?.riskFree };
    },
    /** The edition of a reporting date, from the records of when it was published last. @returns undefined for a day that never was one */
    async ofDate(day: string, known?: number): Promise<Edition | undefined> {
      const all = await listReporting(store.db);
      const at = all.findIndex(({ dates }) => reportingDay(dates) === day);
      const found = all[at];
      if (found === undefined) return undefined;
      // The samples' date was never published itself: its edition has the records of when the first publication replaced it.
      const then = at === 0 ? undefined : (found.published ?? present(all[at - 1]?.published)).at;
      return { dates: found.dates, known: known ?? then, riskFree: at === 0 ? undefined : found.riskFree };
    },
    /** The key changes with the records that had begun; undefined when none had. */
    async state(edition: Edition, id?: string): Promise<{ key: string; madeAt: number } | undefined> {
      const versions = await begun(edition, id);
      if (versions.length === 0) return undefined;
      const records = versions.map(({ id, version, sample }) => [id, version, sample].join(' '));
      const key = [reportingDay(edition.dates), JSON.stringify(edition.riskFree), ...records].join('\n');
      return { key, madeAt: Math.max(...versions.map((version) => version.recordedAt)) };
    },
    /** Portfolios with the highest net return first. `missing`: how many could not be read. */
    async read(edition: Edition, id?: string): Promise<{ portfolios: (PortfolioDetail & { analytics: Analytics })[]; missing: number }> {
      const groups = Map.groupBy(await begun(edition, id), ({ group }) => group);
      const lists = await Promise.all(
        [...groups].map(([group, versions]) =>
          listFigures(reader, versions, { day: dayIn(edition, group), analytics: true, riskFree: edition.riskFree, log }),
        ),
      );
      const details = lists.flatMap((list) => list.details).sort(byNetReturn);
      const portfolios = details.flatMap((one) => (one.analytics === undefined ? [] : [{ ...one, analytics: one.analytics }]));
      return { portfolios, missing: lists.reduce((sum, { failed }) => sum + failed.length, 0) };
    },
  };
}
