/** The report that can be requested; each download type names the file that it leads to. */
export const reports = {
  pro: {
    file: 'multi-strategy-performance-report-2024-Q1.pdf',
    title: 'Multi-Strategy Performance Report',
    quarter: '2024-Q1',
    asOf: '2024-03-31',
  },
} as const;

export type ReportType = keyof typeof reports;

/** Where a report's file is. */
export function reportPath(type: ReportType): string {
  return `/resources/${reports[type].file}`;
}
