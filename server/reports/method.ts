import { simulationMark } from '../../contract/figures/disclosure-words.ts';
import { statedWords } from '../../contract/figures/stated-rates.ts';
import { complianceStatement } from '../../contract/legal.ts';
import { legalSentences } from '../../contract/legal-details.ts';
import { metrics, type MetricKey } from '../../contract/figures/metrics.ts';
import { tabled } from '../../contract/figures/tabled-metrics.ts';
import { PERIODS_NOTE } from '../../contract/figures/period-words.ts';
import { PERIODS_A_YEAR } from '../../contract/portfolio.ts';
import { light } from '../../ui/tokens.ts';
import { statedTerms } from './disclosed.ts';
import type { Flow } from './pdf/flow.ts';
import { inner, page, type Sheet } from './pdf/sheet.ts';
import { lastDays, namesAmong, openSection, sampleWords, type ReportData } from './report-page.ts';

export function drawMethod(sheet: Sheet, data: ReportData): void {
  const more: { [key in MetricKey]?: readonly string[] } = {
    volatility: [
      `A year counts as ${PERIODS_A_YEAR.daily} days, as ${PERIODS_A_YEAR.calendar} where there is a value for every day, or as ${PERIODS_A_YEAR.monthly} months where values are monthly.`,
    ],
    sharpe: [
      `The risk-free rate is ${statedWords(data.riskFree)}; that of the last day of each period is taken to the period geometrically.`,
    ],
  };
  const further = metrics.filter(({ inLine }) => inLine);
  drawTerms(openTerms(sheet, data, 'Method'), [
    [
      'Values',
      'Every record is a row of dated values, after the costs and fees that its portfolio states. Its first day is the base. A record with a gap, a date twice, a value of zero or less, or benchmark dates that do not match is refused as a whole.',
    ],
    [
      'Date',
      `The figures of each portfolio, and of its benchmarks beside it, are to the last day that its page names, ${lastDays(data)}. No later value has a part in them.`,
    ],
    ...tabled().map(({ key, label, text }) => [label, [text, ...(more[key] ?? [])].join(' ')] as const),
    ['Beneath the months', `${further.map(({ label }) => label).join(', ')}: their formulas stand on the insights page.`],
    [
      'Benchmarks',
      'A benchmark that begins after the portfolio has no figures of its own here, because they would be of another period, and no excess return; tracking error and information ratio then cover the days that both have.',
    ],
    [
      'Years and months',
      'Last value of the period over the last value before it. Linked, the months make the year and the years make the cumulative return.',
    ],
    ['Periods', PERIODS_NOTE],
    [
      'Checked against',
      'One record of twenty-four months, computed by three public libraries (quantstats, empyrical, PerformanceAnalytics), agrees with ours to nine decimals. The formulas are those of C. R. Bacon, Practical Portfolio Performance Measurement and Attribution.',
    ],
  ]);
}

const SIMULATED =
  'Simulated and back-tested results are hypothetical: they were computed with the past known, and no money was at risk. They are marked and drawn in strokes, and no figure, rate or line is of them and of actual results together.';

export function drawDisclosures(sheet: Sheet, data: ReportData): void {
  const flow = openTerms(sheet, data, 'Disclosures');
  drawTerms(flow, disclosures(data));
  drawTerms(flow, statedTerms(data.portfolios, namesAmong(data.portfolios)), CLOSE);
}

/** What has to be said of the figures: terms and their words. */
export function disclosures(data: ReportData): Term[] {
  const { company } = data;
  return [
    ...(sampleWords(data.portfolios) !== undefined
      ? ([
          [
            'Sample data',
            'The portfolios marked as samples and their benchmarks are made by a documented model with a fixed seed. No money was managed, no security in them exists, and none of their figures says anything about a real investment.',
          ],
        ] as const)
      : []),
    ['Past performance', `${company.legal.riskWarning} The value of an investment can fall as well as rise.`],
    [
      'Comparison',
      'What each benchmark is stands with its portfolio. It cannot be bought as such, and bears no fee. A portfolio may hold other securities, in other weights, than its benchmark.',
    ],
    ...(data.portfolios.some((one) => simulationMark(one) !== undefined || one.simulated !== undefined)
      ? ([['Simulated results', SIMULATED]] as const)
      : []),
    ['Taxes and currency', 'Returns are before the taxes of the investor; investors in another currency bear its movements as well.'],
    ['Corrections', 'A correction makes a new version. Earlier ones are kept, so that what was reported can be shown again.'],
    [
      'Calculation',
      `Returns are time-weighted: those of single periods are linked geometrically. Returns of a year or more are annualized by ${basisOfYears(data)}; shorter ones never are. Each formula is printed at ${data.site}/insights#method.`,
    ],
    ...(complianceStatement === undefined ? [] : ([['Standards', complianceStatement]] as const)),
    ['No offer', 'For professional and institutional readers: no offer, no advice and no invitation to buy or sell.'],
    [
      'Source',
      `${company.legalName}, ${company.platform}: from the track records of its own store, version ${versions(data)}. Each figure can be computed again from the record.`,
    ],
    ...(data.kind === 'report' ? ([['Issued by', `${company.legalName} ${legalSentences(company.legal)}`]] as const) : []),
  ];
}

/** What returns are annualized by. */
function basisOfYears({ portfolios }: ReportData): string {
  const [days, months] = ['the days of the record', 'the months of the record'];
  const monthly = portfolios.filter(({ analytics }) => analytics.frequency === 'monthly').length;
  if (monthly === 0) return days;
  return monthly === portfolios.length ? months : `${days}, or by its months where values are monthly`;
}

function versions({ portfolios }: ReportData): string {
  return [...new Set(portfolios.map((one) => one.version))].toSorted((a, b) => a - b).join(', ');
}

export type Term = readonly [term: string, words: string];

function openTerms(sheet: Sheet, data: ReportData, title: string): Flow {
  const flow = openSection(sheet, data, { title, portfolios: data.portfolios, onBegin: () => sheet.bookmark(title) });
  flow.y = sheet.text(title, page.margin, flow.y, { size: 26, face: 'semibold', tag: 'H2' }) + 14;
  return flow;
}

/** `indent`: of the words, which stand beside their terms. */
type TermStyle = { size: number; gap: number; indent: number };
const LARGE: TermStyle = { size: 9.2, gap: 10, indent: 126 };
const CLOSE: TermStyle = { size: 8, gap: 8, indent: 126 };

export function drawTerms(flow: Flow, terms: readonly Term[], { size, gap, indent } = LARGE): void {
  const { sheet } = flow;
  const style = { ...termStyle(indent), size, color: light['ink-2'] };
  for (const [term, words] of terms) {
    flow.need(Math.max(sheet.heightOf(words, style), sheet.heightOf(term, { ...style, width: indent - 10 })));
    sheet.rule(page.margin, flow.y - gap / 2, inner);
    sheet.text(term, page.margin, flow.y, { size, face: 'semibold', width: indent - 10, leading: 1.45, tag: 'H3' });
    flow.y = sheet.text(words, page.margin + indent, flow.y, style) + gap;
  }
}

function termStyle(indent: number) {
  return { width: inner - indent, leading: 1.45 };
}

export function heightOfTerms(sheet: Sheet, terms: readonly Term[], { size, gap, indent }: TermStyle): number {
  return terms.reduce((sum, [, words]) => sum + sheet.heightOf(words, { ...termStyle(indent), size }) + gap, 0);
}
