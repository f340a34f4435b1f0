import { eitherDate } from './figures/format.ts';
import { dateLabel, dateOfEdition, editionOf, reportingDay, sampleDates } from './figures/reporting-date.ts';
import { editionMarks } from './page-marks.ts';

/** The report that can be requested: the same dates and records as the insights page. */
export const reports = {
  pro: {
    /** Last part of the present edition's address, which is the same for every edition. */
    file: 'multi-strategy-performance-report-2024-Q1.pdf',
    name: 'multi-strategy-performance-report',
    title: 'Multi-Strategy Performance Report',
  },
} as const;

export type ReportType = keyof typeof reports;

export function reportPath(type: ReportType): string {
  return `/resources/${reports[type].file}`;
}

/** The factsheet of one portfolio: two pages, with the same dates, figures and words as the report. */
export const factsheets = {
  title: 'Factsheet',
  savedAs: (id: string, date: string) => `${id.replaceAll(/[^\w.-]+/g, '-')}-factsheet-${editionOf(date)}.pdf`,
} as const;

export function factsheetPath(id: string): string {
  return `/resources/factsheets/${encodeURIComponent(id)}.pdf`;
}

/** The file name of a reporting date's edition: the present one is saved under it, earlier ones stay available at it. */
export function editionFile(type: ReportType, date: string): string {
  return `${reports[type].name}-${editionOf(date)}.pdf`;
}

/** The reporting date of the edition that a file name names; undefined when it names none. */
export function dateOfFile(type: ReportType, file: string): string | undefined {
  const [before, after] = [`${reports[type].name}-`, '.pdf'];
  return file.startsWith(before) && file.endsWith(after) ? dateOfEdition(file.slice(before.length, -after.length)) : undefined;
}

/** Values for `editionMarks`. Default: those of the samples. */
export function editionPlaceholders(dates = sampleDates): Record<string, string> {
  const day = reportingDay(dates);
  return {
    [editionMarks.label]: dateLabel(day),
    [editionMarks.to]: eitherDate(Object.values(dates)),
    [editionMarks.file]: editionFile('pro', day),
  };
}
