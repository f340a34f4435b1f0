import { renderToStaticMarkup } from 'react-dom/server';
import { expect } from 'vitest';
import type { ShownPortfolio } from '../../../contract/insights-page.ts';
import { dataPaths, portfolioGroups, type PortfolioDetail } from '../../../contract/portfolio.ts';
import { factsheetPath, reportPath } from '../../../contract/report-files.ts';
import { LoadedAnalytics } from '../../../site/insights/analytics.tsx';
import { DetailsDialog } from '../../../site/insights/details-dialog.tsx';
import { readLayout, readTags } from '../../testing/read-pdf.testing.ts';
import { answered, asPrinted, compareAnswer } from './expected-answers.testing.ts';
import type { Expected } from './expected-figures.testing.ts';
import { analytics, cardsPage, details, inOrder } from './expected-pages.testing.ts';
import {
  backPages,
  factsheet,
  frontPages,
  portfolioPages,
  wordsOfCharts,
  wordsOfFront,
  wordsOfYears,
  type Document,
} from './expected-report.testing.ts';
import type { GeneratedRecord } from './generated-records.testing.ts';
import { compare, label, printedIn, textOfHtml } from './printed.testing.ts';
import type { TestedSite } from './tested-site.testing.ts';

// Each asks for a rendering, and compares every number in it. @returns how many

/** The lists of the data calls, and the answers for each portfolio. */
export async function answersOf({ get }: TestedSite, { date, riskFree, all }: Document): Promise<number> {
  let compared = 0;
  for (const group of portfolioGroups) {
    const own = inOrder(all).filter(({ record }) => record.group === group);
    const list = (await get(`${dataPaths.portfolios(group)}?date=${date}`)).json<unknown>();
    compared += compareAnswer(
      list,
      own.map((one) => answered(one)),
      `list of ${group}`,
    );
    for (const one of own) {
      const answer = await get(`${dataPaths.portfolio(group, one.record.id)}?date=${date}&analytics=1`);
      compared += compareAnswer(answer.json(), answered(one, { riskFree }), one.record.id);
    }
  }
  return compared;
}

/** The cards of the insights page, as they are without JavaScript and with it, and the data that the page brings along. */
export async function cardsOf({ get }: TestedSite, { date, all }: Document): Promise<number> {
  const { body } = await get('/insights');
  const [, props = ''] = /data-props='([^']*)'/.exec(body) ?? [];
  const data: unknown = JSON.parse(props.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))));
  const shown = inOrder(all).map((one) => ({ ...(asPrinted(answered(one)) as object), group: one.record.group }));
  const expected = { portfolios: shown, dates: { website: date, cognitive: date }, missing: 0, papers: [] };
  return compareAnswer(data, expected, 'props') + compare('cards', printedIn(textOfHtml(body)), cardsPage(all, date));
}

/** The details of a portfolio, as the data calls fill them, and its full analytics. */
export async function detailsOf({ get }: TestedSite, one: Expected, { date, riskFree }: Document): Promise<number> {
  const { group, id } = one.record;
  const list = (await get(`${dataPaths.portfolios(group)}?date=${date}`)).json<PortfolioDetail[]>();
  const portfolio = { ...list.find((found) => found.id === id), group } as ShownPortfolio;
  const dialog = renderToStaticMarkup(
    <DetailsDialog portfolio={portfolio} date={date} methodPaper={undefined} onClose={() => undefined} />,
  );
  const detail = (await get(`${dataPaths.portfolio(group, id)}?date=${date}&analytics=1`)).json<PortfolioDetail>();
  if (detail.analytics === undefined) throw new Error(`${id} has no analytics`);
  const all = renderToStaticMarkup(<LoadedAnalytics detail={detail} analytics={detail.analytics} methodPaper={undefined} />);
  return (
    compare('details', printedIn(textOfHtml(dialog)), details(one)) +
    compare('analytics', printedIn(textOfHtml(all)), analytics(one, riskFree))
  );
}

export async function reportOf({ get }: TestedSite, document: Document): Promise<number> {
  const pdf = await readPdf(await get(reportPath('pro')), document.date);
  const named = inOrder(document.all);
  const pageOf = (name: string) => pdf.pages.findIndex(({ texts }) => texts.some(({ text, size }) => text === name && size === 24)) + 1;
  const printed = [...frontPages(document, pageOf), ...named.flatMap(portfolioPages), ...backPages(document)];
  const words = [...wordsOfFront(document), ...named.flatMap(wordsOfCharts)];
  return pdf.numbered + compare('report', pdf.printed, printed) + compare('report', pdf.words, words);
}

export async function factsheetOf({ get }: TestedSite, one: Expected, document: Document): Promise<number> {
  const pdf = await readPdf(await get(factsheetPath(one.record.id)), document.date);
  expect(pdf.pages).toHaveLength(2);
  const bars = pdf.pages.some(({ texts }) => texts.some(({ text }) => text === 'Calendar years'));
  const words = [...wordsOfCharts(one), ...(bars ? wordsOfYears(one) : [])];
  return pdf.numbered + compare('factsheet', pdf.printed, factsheet(one, document, bars)) + compare('factsheet', pdf.words, words);
}

/** What a PDF prints but the heads and numbers of its pages, which have to be those of its date and its length. */
async function readPdf({ rawPayload }: { rawPayload: Buffer }, date: string) {
  const { pages } = await readLayout(rawPayload);
  const tags = await readTags(rawPayload);
  const texts = pages.flatMap(({ texts: all }, index) => {
    const number = `${index + 1} of ${pages.length}`;
    const head = all.find(({ text, bottom }) => text.endsWith(label(date)) && bottom < 46)?.text;
    expect([all.some(({ text }) => text === number), index === 0 || head !== undefined], `page ${index + 1}`).toEqual([true, true]);
    return all.flatMap(({ text }) => (text === number || text === head ? [] : [text]));
  });
  const words = tags.pages.flatMap(({ parts }) => parts.flatMap(({ alt = '' }) => printedIn(alt)));
  return { pages, printed: printedIn(texts.join('\n')), words, numbered: 3 * pages.length };
}

/** What is exported of each record: every value as it was in the file. */
export async function exportsOf({ run }: TestedSite, records: readonly GeneratedRecord[]): Promise<number> {
  let compared = 0;
  for (const { id, frequency, closed, rows } of records) {
    const lines = (await run('show', id, '--csv')).split('\n');
    const notes = Object.fromEntries(lines.flatMap((line) => [/^# ([a-z0-9-]+): (.*)$/.exec(line)?.slice(1) ?? []]));
    expect([notes['frequency'], notes['closed'] ?? ''], id).toEqual([frequency, closed.join(', ')]);
    const cells = lines.filter((line) => /^\d/.test(line)).map((line) => line.split(','));
    const read = cells.map(([day, ...values]) => ({ day, values: values.map((value) => (value === '' ? null : Number(value))) }));
    compared += compareAnswer(
      read,
      rows.map(({ day, values }) => ({ day, values: [...values] })),
      `export of ${id}`,
    );
  }
  return compared;
}
