import { describe, expect, test } from 'vitest';
import { disclosed } from '../../contract/figures/disclosure.testing.ts';
import account from '../../contract/demo-account.json' with { type: 'json' };
import { eitherDate, longDate, signed, signedPercent } from '../../contract/figures/format.ts';
import { tabled } from '../../contract/figures/tabled-metrics.ts';
import { sampleDates } from '../../contract/figures/reporting-date.ts';
import { dataPaths, type Login, type PortfolioDetail, type PortfolioGroup } from '../../contract/portfolio.ts';
import { shippedCompany } from '../../contract/company-details.ts';
import { RISK_WARNING } from '../../contract/legal.ts';
import { factsheetPath, factsheets, reportPath, reports } from '../../contract/report-files.ts';
import { testApp } from '../testing/app.testing.ts';
import { readPages, readTags } from '../testing/read-pdf.testing.ts';
import { loadSamples } from '../insights/sample/samples.ts';
import { listPortfolios, saveRecord } from '../insights/records/records.ts';
import { removePortfolio } from '../insights/removals/portfolio-removals.ts';
import { freshStore } from '../store/store.testing.ts';
import type { Reported } from '../reports/report-page.ts';
import { everyEighthRun } from '../testing/rotation.testing.ts';

const { title } = reports.pro;
const quarter = 'Q4-2024';

describe('the report', () => {
  test('says what the data calls answer for the dates of the page, figure by figure', async () => {
    const { answer, all, details } = await sampleReport();
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const pages = await readPages(answer.rawPayload);
    expect(pages).toHaveLength(all.length + 4);
    expect(pages[0]).toContain(quarter);
    expect(pages[0]).toContain(`To ${eitherDate(all.map((one) => one.as_of))}, net of costs and fees`);
    expect(pages[2]).toContain(title);

    for (const [index, detail] of details.entries()) {
      const page = pages[2 + index]!;
      expect(page).toContain(detail.name);
      expect(page).toContain(`Values up to ${longDate(detail.as_of)}`);
      for (const said of figuresOf(detail)) expect(page).toContain(said);
      const { shortName, start_date, as_of, total_return_pf, net_return_pf, net_return_bm, excess_return } = detail;
      const figures = [total_return_pf, net_return_pf, net_return_bm, excess_return].map((value) => signedPercent(value));
      expect(pages[1]).toContain([shortName, start_date, as_of, ...figures, signed(detail.sharpe_pf)].join(' '));
    }
  });

  everyEighthRun(test, 4)('is the same file for the same records, and another after a correction', async () => {
    const { store, pdf } = await setUp();
    const [, ...others] = await listPortfolios(store.db);
    for (const { id } of others) await removePortfolio(store.db, id, 1);
    const first = await pdf();
    expect((await pdf({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304);
    expect((await pdf()).rawPayload.equals(first.rawPayload)).toBe(true);
    const about = {
      name: 'New One',
      shortName: 'New',
      subName: '',
      description: 'One line.',
      benchmark: '',
      benchmark2: '',
      disclosure: disclosed,
    };
    const record = {
      frequency: 'monthly' as const,
      days: Int32Array.of(19_600, 19_631),
      portfolio: Float64Array.of(1, 0.9),
      benchmark: undefined,
      benchmark2: undefined,
    };
    await saveRecord(store.db, { id: 'new', group: 'website', sample: false, about, record, at: Date.UTC(2026, 1, 1) });
    const second = await pdf();
    expect(second.headers.etag).not.toBe(first.headers.etag);
    const page = (await readPages(second.rawPayload)).find((text) => text.includes('New One'))!;
    for (const said of ['−10.00%', 'Net return, under a year', 'n/a']) expect(page).toContain(said);
  });
});

test('every page says that sample data is sample data, and what past performance promises', async () => {
  const { answer } = await sampleReport();
  for (const page of await readPages(answer.rawPayload)) for (const said of ['Sample data', RISK_WARNING]) expect(page).toContain(said);
});

test('is tagged: headings, tables with heads, words for every figure, and nothing left unmarked', async () => {
  const { answer, all } = await sampleReport();
  const { info, pages } = await readTags(answer.rawPayload);
  expect(info).toMatchObject({ Language: 'en-GB', Author: shippedCompany.legalName, Title: `${title} ${quarter}` });
  expect(pages.map(({ unmarked }) => unmarked)).toEqual(pages.map(() => []));
  const names = (page: (typeof pages)[number] | undefined) => page?.parts.map(({ role }) => role);
  expect(names(pages[0])).toContain('H1');
  for (const page of pages.slice(1)) expect(names(page)!.filter((role) => role === 'H2')).toHaveLength(1);
  for (const { alt } of pages.flatMap(({ parts }) => parts.filter(({ role }) => role === 'Figure')))
    expect(alt!.length).toBeGreaterThan(40);
  for (const [index, { name }] of all.entries()) {
    const page = pages[2 + index]!;
    expect(page.parts.filter(({ role }) => role === 'Figure')).toHaveLength(2);
    const tables = page.parts.filter(({ role }) => role === 'Table');
    expect([name, tables.length]).toEqual([name, 5]);
    for (const { rows } of tables) {
      expect(rows[0]!.every((cell) => cell === 'TH')).toBe(true);
      for (const [head, ...cells] of rows.slice(1)) expect([head, new Set(cells)]).toEqual(['TH', new Set(['TD'])]);
    }
  }
});

test('without a portfolio there is none, and other files under its address are not found', async () => {
  const { store, pdf, app } = await setUp();
  for (const { id } of await listPortfolios(store.db)) await removePortfolio(store.db, id, 1);
  expect((await pdf()).json()).toMatchObject({ status: 404, detail: 'There is no portfolio to report on.' });
  const other = await app.inject({
    url: '/resources/multi-strategy-performance-report-2024-Q2.pdf',
    headers: { accept: 'application/json' },
  });
  expect(other.statusCode).toBe(404);
});

describe('the factsheet of a portfolio', () => {
  test('says on two pages what the report says of it, and is kept until its record changes', async () => {
    const { app, store } = await setUp();
    const { details } = await sampleReport();
    const [detail] = details;
    const ask = (headers: Record<string, string> = {}) => app.inject({ method: 'GET', url: factsheetPath(detail!.id), headers });
    const first = await ask();
    expect([first.statusCode, first.headers['content-disposition']]).toEqual([
      200,
      `inline; filename="${factsheets.savedAs(detail!.id, '2024-12-31')}"`,
    ]);
    const pages = await readPages(first.rawPayload);
    expect(pages).toHaveLength(2);
    const rows = figuresOf(detail!).slice(0, tabled().length);
    for (const said of [detail!.name, `Values up to ${longDate(detail!.as_of)}`, ...rows]) expect(pages[0]).toContain(said);
    for (const page of pages) for (const said of ['Sample data', RISK_WARNING]) expect(page).toContain(said);
    expect((await ask({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304);
    await removePortfolio(store.db, detail!.id, 1);
    expect((await ask()).json()).toMatchObject({ status: 404, detail: 'There is no factsheet of such a portfolio.' });
  });

  test('is not found under another address', async () => {
    const { app } = await setUp();
    for (const url of [factsheetPath('nothing'), '/resources/factsheets/global-trend']) {
      expect((await app.inject({ url, headers: { accept: 'application/json' } })).statusCode).toBe(404);
    }
  });
});

function figuresOf(detail: Reported): string[] {
  const { pf, bm, bm2, relative, years, months } = detail.analytics;
  const row = (...cells: (string | undefined)[]) => cells.filter((cell) => cell !== undefined).join(' ');
  const second = (said: string) => (detail.benchmark2 === null ? undefined : said);
  return [
    row(
      'Total net return',
      signedPercent(detail.total_return_pf),
      signedPercent(detail.total_return_bm),
      second(signedPercent(detail.total_return_bm2)),
    ),
    row(
      'Annualized net return',
      signedPercent(detail.net_return_pf),
      signedPercent(detail.net_return_bm),
      second(signedPercent(detail.net_return_bm2)),
    ),
    ...[false, true].map((ofYears) => {
      const shown = (detail.periods ?? []).filter(({ period }) => (period === '12m') === ofYears);
      return row('Portfolio', ...shown.map(({ pf }) => signed(pf)));
    }),
    row('Excess return', signedPercent(detail.excess_return), second(signedPercent(detail.excess_return2))),
    row('Volatility', `${pf.volatility!.toFixed(2)}%`, `${bm!.volatility!.toFixed(2)}%`, second(`${bm2?.volatility?.toFixed(2)}%`)),
    row('Sharpe ratio', signed(detail.sharpe_pf), signed(detail.sharpe_bm), second(signed(detail.sharpe_bm2))),
    row('Maximum drawdown', signedPercent(pf.max_drawdown), signedPercent(bm!.max_drawdown)),
    row('Tracking error', `${relative!.tracking_error!.toFixed(2)}%`),
    row('Information ratio', signed(relative!.information_ratio)),
    ...years.map((year) => row(`${year.year}${year.partial ? ' *' : ''}`, signedPercent(year.pf), signedPercent(year.bm))),
    ...years.map((year) =>
      row(
        `${year.year}${year.partial ? ' *' : ''}`,
        ...months.filter((month) => month.year === year.year).map((month) => signed(month.pf)),
        signed(year.pf),
      ),
    ),
  ];
}

let made: ReturnType<typeof makeSampleReport> | undefined;

/** The report on the samples, made once, and what the data calls answer for its dates. */
function sampleReport() {
  made ??= makeSampleReport();
  return made;
}

async function makeSampleReport() {
  const { get, pdf, portfolios } = await setUp();
  const [answer, all] = [await pdf(), await portfolios()];
  const details: Reported[] = [];
  for (const { group, id } of all) {
    details.push((await get(`${dataPaths.portfolio(group, id)}?date=${sampleDates[group]}&analytics=1`)).json<Reported>());
  }
  return { answer, all, details };
}

async function setUp() {
  const store = await freshStore();
  await loadSamples(store, Date.UTC(2026, 0, 1));
  const { app } = await testApp(store);
  const login = await app.inject({ method: 'POST', url: dataPaths.login, payload: account });
  const authorization = `Bearer ${login.json<Login>().msg.TOKEN}`;
  const get = (url: string) => app.inject({ method: 'GET', url, headers: { authorization } });
  const pdf = (headers: Record<string, string> = {}) => app.inject({ method: 'GET', url: reportPath('pro'), headers });
  const portfolios = async () => {
    const groups = ['website', 'cognitive'] as const satisfies PortfolioGroup[];
    const lists = await Promise.all(
      groups.map(async (group) =>
        (await get(`${dataPaths.portfolios(group)}?date=${sampleDates[group]}`))
          .json<PortfolioDetail[]>()
          .map((one) => ({ ...one, group })),
      ),
    );
    return lists.flat().sort((a, b) => b.net_return_pf - a.net_return_pf);
  };
  return { store, app, get, pdf, portfolios };
}
