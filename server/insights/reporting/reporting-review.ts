import { createHash } from 'node:crypto';
import type { ShownCard } from '../../../contract/desk/figure-facts.ts';
import { knownDay } from '../../../contract/figures/days.ts';
import type { ReportingDates } from '../../../contract/figures/reporting-date.ts';
import type { Tx } from '../../store/store.ts';
import { detailOf, shownCard } from '../figures/portfolio-detail.ts';
import type { FigureRules } from '../figures/portfolio-reader.ts';
import { listPortfolios, readableRecord } from '../records/records.ts';
import { lagsAt } from './record-reach.ts';

/** What a reporting date changes: each card as it is and as it will be; null where the site shows none. */
export type ReportingReview = {
  /** The dates that hold until then. */
  current: ReportingDates;
  cards: readonly { id: string; name: string; lags: boolean; before: ShownCard | null; after: ShownCard | null }[];
  /** How many portfolios lag: their records end before the date. */
  lagging: number;
  /** A hash of the dates and versions from which the cards are made. */
  seen: string;
};

export async function reviewReporting(
  db: Tx,
  { current, next }: { current: ReportingDates; next: ReportingDates },
  { riskFree, shortRecords }: FigureRules,
): Promise<ReportingReview> {
  const versions = await listPortfolios(db);
  const cards: ReportingReview['cards'][number][] = [];
  // One after the other: each record is read whole.
  for (const version of versions) {
    const { id, about, group } = version;
    const record = await readableRecord(db, version);
    const isShort = (dates: ReportingDates) =>
      shortRecords === undefined &&
      !version.sample &&
      record !== undefined &&
      detailOf({ ...version, record }, knownDay(dates[group]), { riskFree, analytics: false })?.under_one_year === true;
    const card = (dates: ReportingDates) =>
      record === undefined || isShort(dates) ? null : shownCard({ ...version, record }, dates, riskFree);
    const lags = version.firstDay <= knownDay(next[group]) && lagsAt(version, knownDay(next[group]));
    cards.push({ id, name: about.name, lags, before: card(current), after: card(next) });
  }
  const stated = JSON.stringify([current, next, versions.map(({ id, group, version, sample }) => [id, group, version, sample])]);
  const seen = createHash('sha256').update(stated).digest('base64url').slice(0, 16);
  return { current, cards, lagging: cards.filter(({ lags }) => lags).length, seen };
}
