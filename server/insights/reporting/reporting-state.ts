import { dayAt, dayOf, isoOf, knownDay, partsOf, yearsBetween } from '../../../contract/figures/days.ts';
import { lastQuarterEnd, reportingDay, type ReportingDates } from '../../../contract/figures/reporting-date.ts';
import type { Tx } from '../../store/store.ts';
import { detailOf } from '../figures/portfolio-detail.ts';
import { listPortfolios, readableRecord, type Version } from '../records/records.ts';
import { reaches } from './record-reach.ts';
import { currentReporting } from './reporting-dates.ts';

/** The reporting date and what waits for a decision on it. Only real records count, except in `suggested`: samples need no other date. */
export type ReportingState = {
  dates: ReportingDates;
  /** The later one of both groups. */
  day: string;
  /** Portfolios whose records have days after the reporting date, with their last day. */
  past: readonly { id: string; name: string; to: string }[];
  /** Names of the portfolios whose figures are of under twelve months on the reporting date. */
  short: readonly string[];
  /** Whether the reporting date is older than the setting's months. */
  isOld: boolean;
  /** The latest quarter's end after the reporting date that all records reach. */
  next: string | undefined;
  /** The date to propose: the latest quarter's end that all records, samples included, reach, or else the latest that one of them reaches. */
  suggested: string | undefined;
};

/** @param months REPORTING_DATE_MONTHS; 0: no date is old */
export async function reportingState(db: Tx, { now, months }: { now: number; months: number }): Promise<ReportingState> {
  const { dates } = await currentReporting(db);
  const all = await listPortfolios(db);
  const own = all.filter(({ sample }) => !sample);
  const day = knownDay(reportingDay(dates));
  const today = dayAt(now);
  const past = own.filter(({ group, lastDay }) => lastDay > knownDay(dates[group]));
  const [next, suggested] = [quarterEndReached(own, { after: day, today, all: 'every' }), proposedDate(all, { after: day, today })];
  return {
    dates,
    day: reportingDay(dates),
    past: past.map(({ id, about, lastDay }) => ({ id, name: about.name, to: isoOf(lastDay) })),
    short: await shortRecords(db, own, dates),
    isOld: own.length > 0 && months > 0 && monthsBetween(day, today) >= months,
    next: next === undefined ? undefined : isoOf(next),
    suggested: suggested === undefined ? undefined : isoOf(suggested),
  };
}

async function shortRecords(db: Tx, own: readonly Version[], dates: ReportingDates): Promise<string[]> {
  const names: string[] = [];
  for (const version of own) {
    const day = knownDay(dates[version.group]);
    const actual = dayOf(version.about.disclosure?.actual_since ?? '') ?? version.firstDay;
    const first = Math.max(version.firstDay, Math.min(actual, day));
    // A quick estimate: only records of about a year or less are read for the exact count of months.
    if (version.firstDay > day || yearsBetween(first, Math.min(version.lastDay, day)) > 1.2) continue;
    const record = await readableRecord(db, version);
    const detail = record && detailOf({ ...version, record }, day, { riskFree: 0, analytics: false });
    if (detail?.under_one_year) names.push(version.about.name);
  }
  return names;
}

type Span = Pick<Version, 'firstDay' | 'lastDay' | 'frequency'>;

/** The latest quarter's end after a day that all records reach; where there is none, the latest that one of them reaches. */
export function proposedDate(versions: readonly Span[], { after, today }: { after: number; today: number }): number | undefined {
  const reached = (all: 'every' | 'some') => quarterEndReached(versions, { after, today, all });
  return reached('every') ?? reached('some');
}

type Wanted = { after: number; today: number; all: 'every' | 'some' };

function quarterEndReached(versions: readonly Span[], { after, today, all }: Wanted): number | undefined {
  if (versions.length === 0) return undefined;
  for (let end = lastQuarterEnd(today); end > after; end = lastQuarterEnd(end - 1)) {
    if (versions[all]((one) => reaches(one, end))) return end;
  }
  return undefined;
}

/** Whole months. */
function monthsBetween(from: number, to: number): number {
  const [[year, month, date], [toYear, toMonth, toDate]] = [partsOf(from + 1), partsOf(to + 1)];
  return (toYear - year) * 12 + toMonth - month - (toDate < date ? 1 : 0);
}
