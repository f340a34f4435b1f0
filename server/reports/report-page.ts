import type { StatedRates } from '../../contract/figures/stated-rates.ts';
import type { Analytics, PortfolioDetail } from '../../contract/portfolio.ts';
import type { CompanyDetails } from '../../contract/company-details.ts';
import { marketingMark } from '../../contract/legal-details.ts';
import { commonCostWords, simulationMark } from '../../contract/figures/disclosure-words.ts';
import { eitherDate } from '../../contract/figures/format.ts';
import { light, onLight } from '../../ui/tokens.ts';
import { openFlow, type Flow } from './pdf/flow.ts';
import { inner, page, type Sheet, type TextStyle } from './pdf/sheet.ts';

export type Reported = PortfolioDetail & { analytics: Analytics };

export type ReportData = {
  /** The report on all portfolios, or the factsheet of one. */
  kind: 'report' | 'factsheet';
  title: string;
  quarter: string;
  /** Origin of the site, for the addresses of factsheets. */
  site: string;
  riskFree: StatedRates;
  company: CompanyDetails;
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

/** What the figures are to, and after which costs and fees where all agree: `To 31 March 2025, net of costs and fees`. */
export function basisOfAll(data: ReportData): string {
  const costs = commonCostWords(data.portfolios.map(({ disclosure }) => disclosure));
  return `To ${lastDays(data)}${costs === undefined ? '' : `, ${costs}`}`;
}

/** What pages say that show these portfolios, where some are samples or simulated. */
export function markWords(portfolios: readonly Reported[]): string | undefined {
  const sample = sampleWords(portfolios);
  const marks = new Set(portfolios.flatMap((one) => (one.sample ? [] : [simulationMark(one)])));
  const [first, ...others] = [...marks].filter((mark) => mark !== undefined);
  if (first === undefined) return sample;
  if (sample !== undefined || marks.size > 1) return 'Simulated or sample figures among actual: each says so';
  return others.length === 0 ? `${first}: no money was managed` : undefined;
}

/** What pages say that show these portfolios; undefined where none is a sample. */
export function sampleWords(portfolios: readonly Reported[]): string | undefined {
  if (!portfolios.some(({ sample }) => sample)) return undefined;
  const all = portfolios.every(({ sample }) => sample);
  return all ? 'Sample data: no real portfolio and no real market' : 'Sample data among real: each sample says so';
}

/** @returns the name by which a portfolio stands among others: beside real ones a sample says so, and one that is simulated always does */
export function namesAmong(portfolios: readonly Reported[]): (one: Reported) => string {
  const mixed = new Set(portfolios.map(({ sample }) => sample)).size === 2;
  return (one) => {
    const mark = one.sample ? (mixed ? 'sample' : undefined) : simulationMark(one)?.toLowerCase();
    return mark === undefined ? one.shortName : `${one.shortName} (${mark})`;
  };
}

type Section = {
  title: string;
  /** The portfolios of the section: whether its pages show sample data. */
  portfolios: readonly Reported[];
  /** Called on the first page, when it has begun. */
  onBegin?: () => void;
};

/** Starts a section on a new page. Every page of it has a head, and at its foot the risk warning and its number. */
export function openSection(sheet: Sheet, data: ReportData, { title, portfolios, onBegin }: Section): Flow {
  return openFlow(sheet, (later) => {
    sheet.addPage();
    sheet.artifact(() => drawFrame(sheet, data, markWords(portfolios)));
    if (!later) onBegin?.();
    return later ? drawContinued(sheet, title) : 72;
  });
}

function drawFrame(sheet: Sheet, data: ReportData, sample: string | undefined): void {
  const { margin, height } = page;
  const small = { size: 8, color: light['ink-3'] };
  const { platform } = data.company;
  const brand = { ...small, face: 'semibold', color: light.ink } as const;
  sheet.text(platform, margin, 30, brand);
  if (sample !== undefined) drawSampleMark(sheet, sample, { x: margin + sheet.widthOf(platform, brand) + 10, y: 27 });
  sheet.text(`${data.title}  ${data.quarter}`, margin, 30, { ...small, width: inner, align: 'right' });
  sheet.rule(margin, 46, inner);
  sheet.rule(margin, height - 54, inner);
  // As large as the text of most pages, because it qualifies all of it.
  sheet.text(data.company.legal.riskWarning, margin, height - 49, { size: 9.5, color: light['ink-2'] });
  sheet.text(marketingMark(data.company), margin, height - 36, small);
  sheet.text(`${sheet.pages()} of ${sheet.total()}`, margin, height - 36, { ...small, width: inner, align: 'right' });
}

/** Draws the words on a ground of their own. */
export function drawSampleMark(
  sheet: Sheet,
  words: string,
  { x, y, size = 8, ...colors }: { x: number; y: number; size?: number; color?: string; ground?: string },
): void {
  const style = { size, face: 'semibold', color: colors.color ?? light.canvas } as const satisfies TextStyle;
  const [width, height] = [sheet.widthOf(words, style) + 1.5 * size, 2 * size];
  sheet.artifact(() => sheet.doc.rect(x, y, width, height).fill(colors.ground ?? onLight.orange));
  sheet.text(words, x + 0.75 * size, y + 0.4 * size, style);
}

function drawContinued(sheet: Sheet, title: string): number {
  const style = { size: 11, face: 'semibold', width: inner } as const;
  return sheet.artifact(() => sheet.text(`${title}, continued`, page.margin, 64, style)) + 12;
}

/** Draws the risk warning beside figures, as large as the text around them. @returns the y below it */
export function drawWarning(
  sheet: Sheet,
  x: number,
  y: number,
  { size, width, words }: { size: number; width: number; words: string },
): number {
  const below = sheet.text(words, x + 10, y, { size, face: 'semibold', width: width - 10, leading: 1.4 });
  sheet.artifact(() => sheet.doc.rect(x, y, 2.5, below - y).fill(onLight.orange));
  return below;
}
