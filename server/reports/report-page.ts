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
  /** Annual, percent. */
  riskFree: number;
  /** Highest net return first. */
  portfolios: Reported[];
  /** Portfolios whose figures could not be read. */
  missing: number;
  /** Milliseconds since the epoch, of the latest record in it: the same records make the same file. */
  madeAt: number;
};

export function lastDays({ portfolios }: ReportData): string {
  return eitherDate(portfolios.map((one) => one.as_of));
}

/** Returns the y at which the page's content begins. */
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
    // Smaller than the page's number, which it would touch.
    sheet.text(`${note}${RISK_WARNING}`, margin, height - 38, { ...small, size: 7.5 });
    sheet.text(String(sheet.pages()), margin, height - 38, { ...small, width: width - 2 * margin, align: 'right' });
  });
  return 72;
}
