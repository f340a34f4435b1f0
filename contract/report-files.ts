import { DATA_QUARTER, dataDates } from './portfolio.ts';

/** The report that can be requested. It is the edition of the insights page: of the same dates, from the same records. */
export const reports = {
  pro: {
    /** The address is fixed, whichever edition is there. */
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
