import { describe, expect, test } from 'vitest';
import { dayFrom } from '../../contract/figures/days.ts';
import type { Disclosure } from '../../contract/figures/disclosure.ts';
import { disclosed } from '../../contract/figures/disclosure.testing.ts';
import { NO_FIGURE, signed, signedPercent } from '../../contract/figures/format.ts';
import { figureLines, shownFigure } from '../../contract/figures/metrics.ts';
import type { TrackRecord } from '../../contract/figures/record.ts';
import { companyIn } from '../../contract/company-details.ts';
import { RISK_WARNING } from '../../contract/legal.ts';
import { detailOf } from '../insights/figures/portfolio-detail.ts';
import { renderReport } from '../reports/report-pdf.ts';
import { metricsOf } from '../reports/portfolio-parts.ts';
import type { ReportData, Reported } from '../reports/report-page.ts';
import { readLayout, readTags, structureFaults } from '../testing/read-pdf.testing.ts';
import { rotated } from '../testing/rotation.testing.ts';

type Made = { months?: number; benchmarks?: 0 | 1 | 2; name?: string; sample?: boolean; description?: string; stated?: Disclosure };

const LONG = (start: string) => start.padEnd(70, 'WideName');
/** A portfolio of monthly values, different ones for each number. */
function portfolio(
  n: number,
  { months = 12, benchmarks = 1, name = `Fund ${n}.`, sample = false, description = 'A rule.', stated }: Made = {},
) {
  const line = (start: number) =>
    Float64Array.from({ length: months + 1 }, (_, t) => 100 * (1 + 0.004 * t) * (1 + 0.05 * Math.sin(t * (start + 1))));
  const record: TrackRecord = {
    frequency: 'monthly',
    days: Int32Array.from({ length: months + 1 }, (_, t) => dayFrom(2024, 13 - months + t, 0)),
    portfolio: line(n),
    benchmark: benchmarks > 0 ? line(n + 500) : undefined,
    benchmark2: benchmarks > 1 ? line(n + 900) : undefined,
  };
  const about = {
    name: `${name} Portfolio`,
    shortName: name,
    subName: 'Shares',
    description,
    benchmark: benchmarks > 0 ? `${name} index` : '',
    benchmark2: benchmarks > 1 ? `${name} second` : '',
    disclosure: { ...disclosed, ...stated },
  };
  const detail = detailOf({ id: `fund-${n}`, sample, version: 1, about, record }, dayFrom(2024, 13, 0), { riskFree: 3, analytics: true });
  return detail as Reported;
}

function many(count: number, made: (n: number) => Made = () => ({})) {
  return Array.from({ length: count }, (_, n) => portfolio(n, made(n)));
}

async function render(portfolios: Reported[], more: Partial<ReportData> = {}) {
  const site = 'https://www.example.com';
  const data = {
    site,
    kind: 'report',
    company: companyIn({ 'company.platform': 'Northstar' }),
    title: 'Performance Report',
    quarter: 'Q4-2024',
    riskFree: 3,
    missing: 0,
    madeAt: 0,
    ...more,
  } as const;
  const before = process.cpuUsage();
  const pdf = Buffer.from(await renderReport({ ...data, portfolios }));
  const { user, system } = process.cpuUsage(before);
  return { pdf, seconds: (user + system) / 1e6, ...(await readLayout(pdf)) };
}

type Layout = Awaited<ReturnType<typeof readLayout>>;
type Page = Layout['pages'][number];

/** The text of a page without spaces, because a name that breaks has none. */
const tight = (text: string) => text.replaceAll(/\s/g, '');
const written = (...pages: readonly Page[]) => writtenIn(pages, () => true);
const writtenIn = (pages: readonly Page[], isMeant: (size: number) => boolean) =>
  tight(pages.flatMap(({ texts }) => texts.filter(({ size }) => isMeant(size)).map(({ text }) => text)).join(''));
const times = (text: string, part: string) => text.split(tight(part)).length - 1;

/** The faults of pages: what leaves the page, overlaps, or is missing at its head and foot. */
function faultsOf({ pages }: Layout): string[] {
  return pages.flatMap((page, index) => {
    const { width, height, texts } = page;
    const outside = texts.filter(
      ({ left, right, top, bottom }) => left < 40 || right > width - 40 + 0.5 || top < 24 || bottom > height - 24,
    );
    const overlapping = texts.flatMap((one, at) =>
      texts.slice(at + 1).flatMap((other) => (overlap(one, other) ? [[one.text, other.text]] : [])),
    );
    const text = written(page);
    const missing = ['Northstar', RISK_WARNING, `${index + 1} of ${pages.length}`].filter((said) => times(text, said) === 0);
    const parted = texts.filter((one) => one.text.endsWith('n/')).map((one) => `parted: ${one.text}`);
    return [
      ...parted,
      ...outside.map((one) => `outside: ${one.text}`),
      ...overlapping.map((two) => `over: ${two.join(' | ')}`),
      ...missing,
    ].map((fault) => `page ${index + 1}: ${fault}`);
  });
}

type Box = Page['texts'][number];

function overlap(a: Box, b: Box): boolean {
  const slack = 0.3;
  return a.left < b.right - slack && b.left < a.right - slack && a.top < b.bottom - slack && b.top < a.bottom - slack;
}

/** The pages of each portfolio, from its own heading to the next. */
function sections({ pages }: Layout, portfolios: readonly Reported[]): Page[][] {
  const starts = portfolios.map(({ name }) =>
    pages.findIndex((page) => page.texts.some(({ size, text }) => size === 24 && tight(name).startsWith(tight(text)))),
  );
  const end = pages.findIndex((page) => page.texts.some(({ size, text }) => size === 26 && text === 'Method'));
  return starts.map((start, index) => pages.slice(start, starts[index + 1] ?? end));
}

/** The rows of a portfolio's tables. */
function rowsOf(one: Reported): string[] {
  const { years, months } = one.analytics;
  const lines = figureLines(one);
  const year = (at: (typeof years)[number]) => `${at.year}${at.partial ? ' *' : ''}`;
  return [
    ...metricsOf(one).map((row) => [row.label, ...lines.map((line, index) => shownFigure(row, line, index === 0))].join('')),
    ...years.map((at) =>
      [
        year(at),
        signedPercent(at.pf),
        ...(one.benchmark === null ? [] : [signedPercent(at.bm)]),
        ...(one.benchmark2 === null ? [] : [signedPercent(at.bm2)]),
      ].join(''),
    ),
    ...years.map((at) =>
      [year(at), ...months.filter((month) => month.year === at.year).map(({ pf }) => signed(pf)), signed(at.pf)].join(''),
    ),
  ];
}

/** What should be written once and is not: rows of the overview, bars, and every row of each portfolio's tables. */
function dropped(layout: Layout, portfolios: readonly Reported[]): string[] {
  const parts = sections(layout, portfolios);
  const start = layout.pages.indexOf(parts[0]![0]!);
  const overview = written(...layout.pages.slice(1, start));
  return portfolios.flatMap((one, index) => {
    const { shortName, start_date, as_of } = one;
    // Without the figures that stand large.
    const text = writtenIn(parts[index]!, (size) => size !== 24);
    const [own, first] = figureLines(one);
    const cells = ['total', 'net'].map((key) => signedPercent(own[key as 'net'] ?? null));
    const page = layout.pages.indexOf(parts[index]![0]!) + 1;
    const row = [
      shortName,
      start_date,
      as_of,
      ...cells,
      first === undefined ? NO_FIGURE : signedPercent(first.net),
      first === undefined ? NO_FIGURE : signedPercent(first.excess ?? null),
      signed(own.sharpe),
      signedPercent(own.drawdown ?? null),
      String(page),
    ].join('');
    const bars = [shortName, signedPercent(own.net), first === undefined ? '' : signedPercent(first.net)].join('');
    const once = [...[row, bars].filter((said) => times(overview, said) !== 1), ...rowsOf(one).filter((said) => times(text, said) !== 1)];
    return once.map((said) => `${shortName}: ${said}`);
  });
}

describe('the report has room', () => {
  test.each([1, ...rotated([7, 40, 120], 0, 4)])('for %i portfolios', async (count) => {
    const portfolios = many(count, (n) => ({ benchmarks: (n % 3) as 0 | 1 | 2 }));
    const layout = await render(portfolios);
    expect(faultsOf(layout)).toEqual([]);
    expect(dropped(layout, portfolios)).toEqual([]);
    const names = portfolios.map(({ name }) => name);
    expect(layout.outline.map(({ title }) => title)).toEqual(['Cover', 'Overview', 'Portfolios', 'Method', 'Disclosures']);
    expect(layout.outline[2]!.items.map(({ title }) => title)).toEqual(names);
    expect(layout.pdf.length).toBeLessThan(100_000 + count * 20_000);
    expect(layout.seconds).toBeLessThan(10 + count / 4);
  });

  test('for long names without spaces, and long descriptions', async () => {
    const description = 'Holds what a rule says that nobody can read at one sitting. '.repeat(80);
    const made = (n: number): Made => ({ name: LONG(`F${n}x`), benchmarks: 2, ...(n === 1 && { description }) });
    const portfolios = many(3, made);
    const layout = await render(portfolios);
    expect(faultsOf(layout)).toEqual([]);
    expect(dropped(layout, portfolios)).toEqual([]);
    const text = writtenIn(layout.pages, (size) => size === 9.5).replaceAll(tight(RISK_WARNING), '');
    expect(times(text, description)).toBe(1);
  });

  test.each(rotated([9, 10, 60]))('for the months of %i years', async (years) => {
    const portfolios = [portfolio(1, { months: 12 * years - 3, benchmarks: 2 })];
    const layout = await render(portfolios);
    expect(faultsOf(layout)).toEqual([]);
    expect(dropped(layout, portfolios)).toEqual([]);
    expect(sections(layout, portfolios)[0]!.length === 1).toBe(years <= 9);
  });

  test('for records of a day and of five months, whose n/a stands whole in each line', async () => {
    const layout = await render(many(13, (n) => ({ months: n === 12 ? 0 : 5, benchmarks: 2, name: 'ABCDEFGHIJKL'.slice(0, n + 1) })));
    expect(faultsOf(layout)).toEqual([]);
  });
});

test('simulated portfolios say so on their own pages, actual ones do not, and what is stated stands once', async () => {
  const stated = { results: 'back-tested', management_fee: '0.75%' };
  const made = [{}, { stated }, { stated: { ...stated, actual_since: '2023-12-31' } }];
  const portfolios = many(3, (n) => ({ ...made[n], months: 24 }));
  const layout = await render(portfolios);
  const pages = sections(layout, portfolios).map((some) => written(...some));
  const said = ['Back-tested: no money was managed', 'net return, back-tested', 'Fund 1., back-tested', 'back-tested to 31 December 2023'];
  const parts = ['Back-tested: 31 December 2022 to', 'no figure, rate or line is of both'];
  const expected = [said.map(() => 0), [1, 2, 1, 0], [0, 0, 0, 1]].map((counts, n) => [...counts, ...parts.map(() => Number(n === 2))]);
  expect(pages.map((text) => [...said, ...parts].map((words) => times(text, words)))).toEqual(expected);
  const closing = ['0.75% a year (Fund 1. (back-tested), Fund 2.)', 'are hypothetical', 'Northstar: from', 'by the months of the record'];
  expect(closing.map((words) => times(written(...layout.pages.slice(-2)), words))).toEqual([1, 1, 1, 1]);
});

test('each sample says so on its own pages, and real portfolios beside it do not', async () => {
  const portfolios = many(3, (n) => ({ sample: n % 2 === 0, months: 12 * 10 }));
  const layout = await render(portfolios);
  const marked = sections(layout, portfolios).map((pages) => pages.map((page) => times(written(page), 'Sample data:') === 1));
  expect(marked).toEqual([0, 1, 2].map((n) => marked[n]!.map(() => n % 2 === 0)));
  const [cover, overview] = layout.pages.map((page) => written(page));
  for (const { shortName, sample } of portfolios) {
    // In its row and beside its bars.
    expect([cover, overview].map((text) => times(text!, `${shortName} (sample)`))).toEqual(sample ? [1, 2] : [0, 0]);
  }
});

test('the risk warning is at least as large as most of the text of its page, and stands beside the figures', async () => {
  const { pages } = await render(many(3));
  for (const { texts } of pages) {
    const sizes = texts.flatMap(({ text, size }) => Array.from({ length: text.length }, () => size)).sort((a, b) => a - b);
    const usual = sizes[Math.floor(sizes.length / 2)]!;
    const warnings = texts.filter(({ text }) => text.startsWith('Past performance does'));
    for (const { size } of warnings) expect(size).toBeGreaterThanOrEqual(usual);
    // The figures that stand large on a portfolio's page, not its name.
    const large = texts.find(({ text, size }) => size === 24 && text.endsWith('%'));
    if (large !== undefined)
      expect(warnings.map(({ top }) => top - large.bottom).filter((below) => below > 0 && below < 24)).toHaveLength(1);
  }
});

test('a reader by ear gets the same: every text has a tag, every table its heads, every figure words and a box', async () => {
  const { pdf } = await render(many(3, (n) => ({ benchmarks: 2, months: n === 0 ? 400 : 12 })));
  const { pages } = await readTags(pdf);
  expect([...pages.flatMap(({ unmarked }) => unmarked), ...structureFaults(pages)]).toEqual([]);
  expect(structureFaults([{ parts: [{ role: 'H3', alt: undefined, rows: [['TH'], []] }] }])).toHaveLength(2);
  const raw = pdf.toString('latin1');
  const count = (part: RegExp) => raw.match(part)?.length ?? 0;
  expect(count(/\/S \/TH\b/g)).toBeGreaterThan(0);
  expect(count(/\/Scope \/(?:Column|Row)\b/g)).toBe(count(/\/S \/TH\b/g));
  const figures = count(/\/S \/Figure\b/g);
  expect([count(/\/BBox \[/g), count(/\/Alt \(/g)]).toEqual([figures, figures]);
  expect([count(/\/Subtype \/Link\b/g), count(/\/S \/Link\b/g)]).toEqual([6, 6]);
  expect(count(/\/Contents \(/g)).toBeGreaterThanOrEqual(6);
  for (const said of ['<pdfuaid:part>1</pdfuaid:part>', '/DisplayDocTitle true', '/Marked true', '/Lang (en-GB)'])
    expect(raw).toContain(said);
});

describe('a factsheet', () => {
  test.each([
    ['one year', { months: 12, benchmarks: 0 }],
    ['fifteen years', { months: 180 }],
    ['twenty years', { months: 240 }],
    ['twenty-five years, simulated', { months: 300, benchmarks: 2, stated: { results: 'simulated' } }],
    ['a long name', { name: LONG('Fx'), benchmarks: 2, months: 84 }],
  ] as const)('of %s has two pages, with every figure', async (_, made) => {
    const one = portfolio(3, { ...made, sample: true });
    const layout = await render([one], { kind: 'factsheet', title: 'Factsheet' });
    expect(faultsOf(layout)).toEqual([]);
    expect(layout.pages).toHaveLength(2);
    const [first, second] = layout.pages.map((page) => writtenIn([page], (size) => size !== 24));
    const { years, months } = one.analytics;
    const lines = [one.benchmark, one.benchmark2]
      .map((name, index) => (name === null ? [] : ([index === 0 ? 'bm' : 'bm2'] as const)))
      .flat();
    const rows = years.map((year) =>
      [
        `${year.year}${year.partial ? ' *' : ''}`,
        ...months.filter((month) => month.year === year.year).map(({ pf }) => signed(pf)),
        signed(year.pf),
        ...lines.map((line) => signed(year[line])),
      ].join(''),
    );
    expect(
      rowsOf(one)
        .slice(0, metricsOf(one).length)
        .filter((row) => times(first!, row) !== 1),
    ).toEqual([]);
    expect(rows.filter((row) => times(second!, row) !== 1)).toEqual([]);
    for (const text of [first, second]) expect(times(text!, 'Sample data:')).toBe(1);
    // Bars of the years where there is room for them, and no head without them.
    const bars = (await readTags(layout.pdf)).pages[1]!.parts.filter(({ alt }) => alt?.startsWith('Bars'));
    expect(times(second!, 'Calendar years')).toBe(bars.length);
    expect(layout.outline.map(({ title }) => title)).toEqual([one.name]);
  });
});
