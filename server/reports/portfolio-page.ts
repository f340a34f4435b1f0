import { factsheetPath } from '../../contract/report-files.ts';
import { heightOfTable } from './pdf/pdf-table.ts';
import { inner, page, type Sheet } from './pdf/sheet.ts';
import { drawSimulated, heightOfSimulated } from './disclosed.ts';
import { drawPeriods, heightOfPeriods } from './period-tables.ts';
import {
  drawAbout,
  drawFigures,
  drawCharts,
  drawHeadline,
  drawMonths,
  drawYears,
  heightOfMonths,
  LEAST_CHARTS,
  linesInTables,
  metricsOf,
} from './portfolio-parts.ts';
import { openSection, type ReportData, type Reported } from './report-page.ts';

/** Calendar years up to which everything of a portfolio stands on one page. */
const SHORT = 9;

export function drawPortfolio(sheet: Sheet, data: ReportData, { one, onBegin }: { one: Reported; onBegin: () => void }): void {
  const flow = openSection(sheet, data, { title: one.name, portfolios: [one], onBegin });
  drawAbout(flow, one, data.site + factsheetPath(one.id));
  drawHeadline(flow, one, data.company.legal.riskWarning);
  const years = one.analytics.years.length;
  const beside = years <= SHORT;
  const tables = beside ? heightOfTable(Math.max(metricsOf(one).length, years), CLOSE) : heightOfTable(metricsOf(one).length);
  const rest = GAP + heightOfPeriods(one) + GAP + tables + (beside ? GAP + heightOfMonths(one) : 0);
  const simulated = GAP + heightOfSimulated(sheet, one);
  drawCharts(flow, one, beside && rest + simulated + LEAST_CHARTS <= flow.left() ? rest + simulated : rest);
  const lines = linesInTables(one).length;
  flow.y += GAP;
  drawPeriods(flow, one);
  flow.y += GAP;
  flow.need(tables);
  const top = flow.y;
  if (beside) {
    const width = lines === 3 ? 55 : 70;
    drawFigures(flow, one, { first: 94, each: width, row: CLOSE });
    const below = flow.y;
    flow.y = top;
    drawYears(flow, one, { left: page.margin + inner - lines * width - 52, first: 52, each: width, row: CLOSE });
    flow.y = Math.max(below, flow.y);
  } else {
    const wide = { first: inner - lines * 90, each: 90 };
    drawFigures(flow, one, wide);
    flow.y += GAP;
    drawYears(flow, one, wide);
  }
  flow.y += GAP;
  drawMonths(flow, one);
  flow.y += GAP;
  drawSimulated(flow, one);
}

const GAP = 10;
/** Height of the rows where everything stands on one page. */
const CLOSE = 11.5;
