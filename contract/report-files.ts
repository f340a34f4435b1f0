import { DATA_QUARTER, dataDates } from './portfolio.ts';

/** The report that can be requested: the same dates and records as the insights page. */
export const reports = {
  pro: {
    /** The address stays the same in every edition. */
    file: 'multi-strategy-performance-report-2024-Q1.pdf',
    savedAs: `multi-strategy-performance-report-${DATA_QUARTER}.pdf`,
    title: 'Multi-Strategy Performance Report',
    quarter: DATA_QUARTER,
    dates: dataDates,
  },
} as const;

export type ReportType = keyof typeof reports;

export function reportPath(type: ReportType): string {
  return `/resources/${reports[type].file}`;
}

/** The factsheet of one portfolio: two pages, with the same dates, figures and words as the report. */
export const factsheets = {
  title: 'Factsheet',
  quarter: DATA_QUARTER,
  dates: dataDates,
  savedAs: (id: string) => `${id.replaceAll(/[^\w.-]+/g, '-')}-factsheet-${DATA_QUARTER}.pdf`,
} as const;

export function factsheetPath(id: string): string {
  return `/resources/factsheets/${encodeURIComponent(id)}.pdf`;
}
