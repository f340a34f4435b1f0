import { legalName } from '../../contract/legal.ts';
import { drawCover } from './cover.ts';
import { drawDisclosures, drawMethod } from './method.ts';
import { drawOverview } from './overview.ts';
import { lastDays, type ReportData } from './report-page.ts';
import { openSheet } from './pdf/sheet.ts';
import { drawPortfolio } from './portfolio-page.ts';

export async function renderReport(data: ReportData): Promise<Uint8Array> {
  const sheet = openSheet({
    title: `${data.title} ${data.quarter}`,
    author: legalName,
    subject: `Performance to ${lastDays(data)}, net of fees`,
    made: new Date(data.madeAt),
  });
  drawCover(sheet, data);
  drawOverview(sheet, data);
  for (const portfolio of data.portfolios) drawPortfolio(sheet, data, portfolio);
  drawMethod(sheet, data);
  drawDisclosures(sheet, data);
  return sheet.finish();
}
