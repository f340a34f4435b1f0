import type { PortfolioGroup } from '../portfolio.ts';
import { dayFrom, dayOf, isoOf, partsOf } from './days.ts';
import { shortDate } from './format.ts';

/** The day (ISO) up to which the site shows the figures of each group. Only in the samples the groups have different days. */
export type ReportingDates = Readonly<Record<PortfolioGroup, string>>;

/** The dates that the samples come with; they hold until a reporting date is published. */
export const sampleDates: ReportingDates = { website: '2024-12-31', cognitive: '2024-12-30' };

/** The reporting date (ISO): the later one of both groups. */
export function reportingDay({ website, cognitive }: ReportingDates): string {
  return website > cognitive ? website : cognitive;
}

/** How cards and report name a reporting date: `Q4-2024` for a quarter's end, `to 14 Nov 2024` for any other day. */
export function dateLabel(iso: string): string {
  const edition = editionOf(iso);
  return edition === iso ? `to ${shortDate(iso)}` : edition;
}

/** How file names name a reporting date: `Q4-2024` for a quarter's end, `2024-11-14` for any other day. */
export function editionOf(iso: string): string {
  const day = dayOf(iso);
  if (day === undefined || lastQuarterEnd(day) !== day) return iso;
  const [year, month] = partsOf(day);
  return `Q${month / 3}-${year}`;
}

/** The reporting date that a file name names; undefined when it names none. */
export function dateOfEdition(edition: string): string | undefined {
  const [, quarter, year] = /^Q([1-4])-(\d{4})$/.exec(edition) ?? [];
  const iso = quarter === undefined ? edition : isoOf(dayFrom(Number(year), Number(quarter) * 3 + 1, 0));
  return dayOf(iso) !== undefined && editionOf(iso) === edition ? iso : undefined;
}

/** The last day of a quarter that is this day, or the latest before it. */
export function lastQuarterEnd(day: number): number {
  const [year, month] = partsOf(day);
  const end = dayFrom(year, month + 1, 0);
  return month % 3 === 0 && end === day ? day : dayFrom(year, month - ((month - 1) % 3), 0);
}
