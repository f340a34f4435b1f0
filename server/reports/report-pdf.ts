import { drawCover } from './cover.ts';
import { drawFactsheet } from './factsheet.ts';
import { drawDisclosures, drawMethod } from './method.ts';
import { drawOverview } from './overview.ts';
import { basisOfAll, type ReportData } from './report-page.ts';
import { renderSheet, type Sheet } from './pdf/sheet.ts';
import { drawPortfolio } from './portfolio-page.ts';

export function renderReport(data: ReportData): Promise<Uint8Array> {
  const meta = {
    title: titleOf(data),
    author: data.company.legalName,
    subject: `Performance: ${basisOfAll(data)}`,
    made: new Date(data.madeAt),
  };
  return renderSheet(meta, (sheet) => (data.kind === 'report' ? drawReport : drawFactsheet)(sheet, data));
}

function titleOf({ kind, title, quarter, portfolios }: ReportData): string {
  return [...(kind === 'factsheet' ? portfolios.map(({ name }) => name) : []), title, quarter].join(' ');
}

function drawReport(sheet: Sheet, data: ReportData): void {
  drawCover(sheet, data);
  drawOverview(sheet, data);
  const bookmark = sheet.bookmark.bind(sheet);
  let portfolios: ReturnType<typeof bookmark> | undefined;
  for (const one of data.portfolios) {
    const onBegin = () => {
      portfolios ??= bookmark('Portfolios');
      bookmark(one.name, portfolios);
      sheet.anchor(one.id);
    };
    drawPortfolio(sheet, data, { one, onBegin });
  }
  drawMethod(sheet, data);
  drawDisclosures(sheet, data);
}
