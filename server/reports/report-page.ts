import type { Analytics, PortfolioDetail } from '../../contract/portfolio.ts';
import { RISK_WARNING } from '../../contract/legal.ts';
import { eitherDate } from '../../contract/figures/format.ts';
import { light } from '../../ui/tokens.ts';
import { page, type Sheet } from './pdf/sheet.ts';

export type Reported = PortfolioDetail & { analytics: Analytics };

export type ReportData = {
  title: string;
  quarter: string;
  sample: boolean;
  /** Annual risk-free rate, percent. */
  riskFree: number;
  /** Portfolios with the highest net return first. */
  portfolios: Reported[];
  /** Number of portfolios whose figures could not be read. */
  missing: number;
  /** Time of the latest record in the report, milliseconds since the epoch, so that the same records give the same file. */
  madeAt: number;
};

export function lastDays({ portfolios }: ReportData): string {
  return eitherDate(portfolios.map((one) => one.as_of));
}

/** Starts a page. @returns the y at which its content begins */
export function beginPage(sheet: Sheet, data: ReportData, title: string): number {
  const { margin, width, height } = page;
  sheet.addPage(title);
  const small = { size: 8, color: light['ink-3'] };
  const note = data.sample ? 'Sample data: no real portfolio and no real market. ' : '';
  sheet.artifact(() => {
    sheet.text('Cognitive PRO', margin, 30, { ...small, face: 'semibold', color: light.ink });
    sheet.text(`${data.title}  ${data.quarter}`, margin, 30, { ...small, width: width - 2 * margin, align: 'right' });
    sheet.rule(margin, 46, width - 2 * margin);
    sheet.rule(margin, height - 44, width - 2 * margin);
    // Smaller than the page number, which it would overlap otherwise.
    sheet.text(`${note}${RISK_WARNING}`, margin, height - 38, { ...small, size: 7.5 });
    sheet.text(String(sheet.pages()), margin, height - 38, { ...small, width: width - 2 * margin, align: 'right' });
  });
  return 72;
}
