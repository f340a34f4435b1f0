import { elementAt } from '../../contract/checked.ts';
import {
  disclosureTerms,
  feeTerms,
  type DisclosureTerm,
  partsWords,
  simulationMark,
  simulationWords,
  UNDISCLOSED,
} from '../../contract/figures/disclosure-words.ts';
import { longDate, signedPercent } from '../../contract/figures/format.ts';
import { figureLines, labelFor, shownFigure, simulatedDetail } from '../../contract/figures/metrics.ts';
import { light } from '../../ui/tokens.ts';
import type { Flow } from './pdf/flow.ts';
import { drawTable, heightOfTable } from './pdf/pdf-table.ts';
import { inner, page, type Sheet } from './pdf/sheet.ts';
import { linesInTables, metricsOf, yearWords } from './portfolio-parts.ts';
import type { Reported } from './report-page.ts';

const x = page.margin;
const head = { size: 9.5, face: 'semibold', tag: 'H3' } as const;
const small = { size: 8, color: light['ink-2'], width: inner, leading: 1.4 } as const;

/**
 * What is stated of the figures, as terms and their words: first what is the same of all portfolios, then what differs, with whose it is.
 * @param nameOf what a portfolio is called among these
 */
export function statedTerms(portfolios: readonly Reported[], nameOf: (one: Reported) => string): [term: string, words: string][] {
  const all = portfolios.flatMap((one) => saidOf(one).map((said) => ({ ...said, name: nameOf(one) })));
  const rows = [...Map.groupBy(all, ({ term }) => term)].map(([term, some]) => {
    const values = [...Map.groupBy(some, ({ words }) => words)];
    // Who has no benchmark states nothing of one.
    const isCommon = values.length === 1 && (some.length === portfolios.length || /benchmark/i.test(term));
    const said = values.map(([words, of]) => (isCommon ? words : `${words} (${of.map(({ name }) => name).join(', ')})`));
    return { term, isCommon, words: said.join('; ').replace(/\.?$/, '.') };
  });
  const common = rows.filter(({ isCommon }) => isCommon).map(({ term, words }) => `${term}: ${words}`);
  const others = rows.filter(({ isCommon }) => !isCommon).map(({ term, words }): [string, string] => [term, words]);
  return common.length === 0 ? others : [[portfolios.length === 1 ? 'These figures' : 'All portfolios', common.join(' ')], ...others];
}

function saidOf(one: Reported): DisclosureTerm[] {
  const { disclosure } = one;
  if (disclosure === undefined) return [{ term: 'Not stated', words: UNDISCLOSED }];
  return disclosureTerms(disclosure, one, false).flatMap((said) => (said.term === 'Costs and fees' ? feeTerms(disclosure) : said));
}

const SHOWN = ['total', 'net', 'sharpe', 'excess'];
const ROW = 12.5;
const ABOVE = 6;

type Part = Reported & { mark: string };

/** The part of a record that was simulated. */
function partOf(one: Reported): Part | undefined {
  const part = simulatedDetail(one);
  return part?.analytics && { ...part, analytics: part.analytics, mark: simulationMark(part) ?? '' };
}

function rowsOf(part: Part): string[][] {
  const lines = figureLines(part);
  return [
    ...metricsOf(part)
      .filter(({ key }) => SHOWN.includes(key))
      .map((metric) => [labelFor(metric, part), ...lines.map((line, index) => shownFigure(metric, line, index === 0))]),
    ...part.analytics.years.map((year) => [yearWords(year), ...linesInTables(part).map(({ key }) => signedPercent(year[key]))]),
  ];
}

function wordsOf(one: Reported, part: Part): string {
  return [simulationWords(part), partsWords(one)].join(' ');
}

/** Rows up to which one table has all of them; more stand in two, side by side. */
const SHORT = 8;
const BETWEEN = 24;

function tablesOf(part: Part): string[][][] {
  const rows = rowsOf(part);
  const half = rows.length <= SHORT ? rows.length : Math.ceil(rows.length / 2);
  return [rows.slice(0, half), rows.slice(half)].filter(({ length }) => length > 0);
}

/** Height of the part that was simulated; 0 where there is none. */
export function heightOfSimulated(sheet: Sheet, one: Reported): number {
  const part = partOf(one);
  if (part === undefined) return 0;
  return ABOVE + 21 + sheet.heightOf(wordsOf(one, part), small) + heightOfTable(elementAt(tablesOf(part), 0).length, ROW);
}

/** Draws the part of a record that was simulated, by itself; nothing where there is none. */
export function drawSimulated(flow: Flow, one: Reported): void {
  const part = partOf(one);
  if (part === undefined) return;
  const { mark, start_date, as_of } = part;
  flow.need(heightOfSimulated(flow.sheet, one));
  flow.y += ABOVE;
  flow.y = flow.sheet.text(`${mark}: ${longDate(start_date)} to ${longDate(as_of)}`, x, flow.y, head) + 2;
  flow.y = flow.sheet.text(wordsOf(one, part), x, flow.y, small) + 6;
  const [top, tables, lines] = [flow.y, tablesOf(part), linesInTables(one)];
  const [width, each] = tables.length === 1 ? [inner, 90] : [(inner - BETWEEN) / 2, 50];
  const columns = [
    { title: mark, width: width - lines.length * each, align: 'left' as const },
    ...lines.map((line) => ({ title: line.title, width: each })),
  ];
  const below = tables.map((rows, index) => {
    flow.y = top;
    drawTable(flow, columns, { x: x + index * (width + BETWEEN), rows, row: ROW });
    return flow.y;
  });
  flow.y = Math.max(...below);
}
