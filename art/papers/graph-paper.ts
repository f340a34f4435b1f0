import { longDate, signed } from '../../contract/figures/format.ts';
import { drawChart } from '../../server/reports/pdf/chart.ts';
import type { Sheet } from '../../server/reports/pdf/sheet.ts';
import { light, onLight } from '../../ui/tokens.ts';
import { correlation, correlationMatrix } from '../market/correlation.ts';
import { graphFigure } from '../market/figure.ts';
import { distance } from '../market/graph.ts';
import { sampleMarket } from '../market/series.ts';
import { drawGraph, drawGraphMotif } from './graph-drawing.ts';
import { PaperDocument, type DrawingBounds } from './paper-layout.ts';

export async function graphPaper(made: Date): Promise<Uint8Array> {
  const paper = new PaperDocument({
    title: 'How to read a market graph',
    lead: 'What stands beside what, what an edge means, and what the picture cannot tell you.',
    kind: 'Research paper',
    date: 'January 2025',
    made,
    motif: (sheet, { y, height }) => drawGraphMotif(sheet, y - 10, height + 60),
  });
  picture(paper);
  fromReturns(paper);
  tree(paper);
  reading(paper);
  time(paper);
  limits(paper);
  return paper.finish();
}

function picture(paper: PaperDocument): void {
  const { sheet } = paper;
  const graph = graphFigure();
  paper.heading('One picture of a whole market');
  paper.para(
    `A list of ${graph.nodes.length} securities has ${pairs(graph.nodes.length)} pairs, and every pair has a correlation. Nobody reads a table of that size. A market graph shows the few of them that hold the market together: each security is a point, each line a strong correlation, and what moves together stands together.`,
  );
  paper.para(
    'Nobody told the drawing below which sector a security belongs to. The colours were put on afterwards, and they fall into place by themselves: that is the first thing to look for in any market graph, and the first sign that it shows something real.',
  );
  paper.list([
    'Read it for three things: which holdings are really one, where a candidate stands among what you own, and how much of your diversification is left when everything moves together.',
    'Do not read it for causes, for directions, or for the size of moves: it knows nothing of them.',
    'Before you read any of it, ask how many days it was made from. Below a year of days, a weak line is no line.',
  ]);
  paper.figure(
    270,
    `The sample market: ${graph.nodes.length} securities, ${graph.returns} daily returns from ${longDate(graph.from)} to ${longDate(graph.to)}. Dark lines are the minimum spanning tree, light ones the strongest further pairs.`,
    (frame) => drawGraph(sheet, frame, 268),
  );
}

function fromReturns(paper: PaperDocument): void {
  const { kit } = paper;
  const { row, fraction, root, sub, sup, sum } = kit;
  paper.heading('From returns to correlations');
  paper.para(
    'Take the daily returns of two securities over the same days. Their correlation says how far both leave their own average on the same days and in the same direction: 1 means always, 0 means no connection, −1 means always opposite.',
  );
  paper.formula(
    row(
      'c',
      sub('ab'),
      '  =  ',
      fraction(
        row(sum(), ' (a', sub('t'), ' − a', sub('m'), ') (b', sub('t'), ' − b', sub('m'), ')'),
        row(
          root(row(sum(), ' (a', sub('t'), ' − a', sub('m'), ')', sup('2'))),
          ' ',
          root(row(sum(), ' (b', sub('t'), ' − b', sub('m'), ')', sup('2'))),
        ),
      ),
    ),
    'Correlation',
  );
  paper.para(
    'Returns, never prices: two prices that both rise over ten years look connected even when no day of one has anything to do with a day of the other. And the same days: a correlation of closing prices from Milan and New York is too low, because the markets close at different hours. Weekly returns help where that matters.',
  );
}

function tree(paper: PaperDocument): void {
  const { kit, sheet } = paper;
  const { row, root } = kit;
  const all = allCorrelations();
  const strong = all.filter((value) => value >= 0.5).length;
  paper.heading('From correlations to lines');
  paper.para('A correlation becomes a distance, so that close means alike:');
  paper.formula(row('d  =  ', root(row('2 (1 − c)'))), 'Distance');
  paper.para(
    `Two securities with a correlation of 0.8 are ${distance(0.8).toFixed(2)} apart, with 0.2 they are ${distance(0.2).toFixed(2)} apart, with −1 they are 2 apart, and nothing is further. Then two kinds of lines are drawn.`,
  );
  paper.list([
    'The minimum spanning tree: the set of lines that connects every security at the least total distance. It has one line fewer than there are securities, and no loop. Each line in it is the best connection between two parts of the market.',
    'The strongest further pairs, from a threshold up and at most a few a security. The tree alone would hide that a group is tight: in a group of ten with 45 strong pairs it keeps only nine.',
  ]);
  paper.figure(
    104,
    `How many of the ${all.length} pairs of the sample market have which correlation. ${strong} of them, ${Math.round((strong / all.length) * 100)} in a hundred, are at 0.5 or above; most of any market is neither tightly bound nor free.`,
    (frame) => drawHistogram(sheet, frame, all),
  );
}

function reading(paper: PaperDocument): void {
  paper.heading('What to look for');
  paper.list([
    'Clusters. Ten holdings in one cluster are closer to one bet than to ten. Count the clusters you hold, not the names.',
    'Bridges. A security between two clusters shares the fate of both: conglomerates, exchanges, commodity users. It diversifies less than its sector suggests.',
    'Leaves. What hangs on the tree by one long line moves mostly for its own reasons. This is where diversification is found, and where single-company risk lives.',
    'The centre. What many lines meet in moves with the market as a whole. Its news is news for its neighbours.',
    'Strangers. A security far from its own sector is worth a question: the label may be old, or the data wrong.',
  ]);
  paper.para(
    'A use that pays at once: before a purchase, find the candidate in the graph. If its nearest neighbours are in the portfolio already, the purchase makes those positions larger and adds little else, whatever the sector names say.',
  );
}

function time(paper: PaperDocument): void {
  const { sheet } = paper;
  const { days, values } = rollingAverage();
  const low = Math.min(...values);
  const high = Math.max(...values);
  const peak = days[values.indexOf(high)];
  paper.heading('The graph moves');
  paper.para(
    `Correlations are no constants of nature. In a calm market companies move for their own reasons; in a crash everything is sold together, and diversification is least where it is needed most. In the sample market the average correlation between shares over sixty days moves between ${low.toFixed(2)} and ${high.toFixed(2)}; its peak is in ${monthName(peak)}.`,
  );
  paper.figure(
    90,
    'Average correlation between all pairs of shares of the sample market, from the past sixty trading days.',
    ({ x, y, width }) => {
      drawChart(
        sheet,
        { x, y, width, height: 86 },
        { days, lines: [{ values, color: light.primary, width: 1.2 }], format: (value) => value.toFixed(1), ticks: 4, within: [0, 0.6] },
      );
    },
  );
  paper.para(
    'So look at two graphs: a long one, for what belongs together, and one of the last months, for what belongs together now. A cluster that is in both can be relied on for longer than one that has just formed.',
  );
}

function limits(paper: PaperDocument): void {
  const { kit } = paper;
  const { row, fraction, root, sup } = kit;
  paper.heading('What it cannot tell');
  paper.list([
    'Not why. Two securities may be connected because one supplies the other, because both depend on rates, or because the same funds hold them. The line looks the same.',
    'Not which way. A correlation has no direction: it does not say that one leads and the other follows.',
    'Not how much. A correlation of 0.9 says that two move together, not that they move equally far. Position sizes need volatilities as well.',
    'Not everything. It sees connections that are straight lines. Two securities that are free of each other on most days and fall together on the worst ones look nearly unconnected.',
  ]);
  paper.para('And it is an estimate. From n returns, a correlation c has a standard error of about');
  paper.formula(row(fraction(row('1 − c', sup('2')), root(row('n')))), 'Standard error');
  const cells = (n: number) => [0, 0.3, 0.6, 0.9].map((c) => `${c.toFixed(1)} ± ${((2 * (1 - c * c)) / Math.sqrt(n)).toFixed(2)}`);
  paper.table(
    [{ title: 'Returns', width: 130, align: 'left' }, ...['none', 'weak', 'medium', 'strong'].map((title) => ({ title, width: 68 }))],
    [20, 60, 250, 1000].map((n) => [
      `${n} (${n === 20 ? 'a month' : n === 60 ? 'a quarter' : n === 250 ? 'a year' : 'four years'} of days)`,
      ...cells(n),
    ]),
    'A correlation with two standard errors to either side. From a month of days, no connection at all and a correlation of 0.4 cannot be told apart.',
  );
  paper.para(
    'A weak line in a graph of one quarter is therefore no finding. Ask of any market graph which days it was computed from, how many there were, and what it looked like a year before. Ours states the first two beside the picture.',
  );
  paper.sources([
    'R. N. Mantegna, Hierarchical Structure in Financial Markets, European Physical Journal B, 1999.',
    'R. N. Mantegna and H. E. Stanley, An Introduction to Econophysics, Cambridge University Press, 2000.',
    'The sample market is a factor model with a fixed seed, documented in its source code; none of its securities exists.',
  ]);
}

function drawHistogram(sheet: Sheet, { x, y, width }: DrawingBounds, values: readonly number[]): void {
  const bins = Array.from({ length: 24 }, (_, index) => -0.2 + index * 0.05);
  const counts = bins.map((from) => values.filter((value) => value >= from && value < from + 0.05).length);
  const most = Math.max(...counts);
  const step = width / bins.length;
  bins.forEach((from, index) => {
    const height = (counts[index] / most) * 78;
    sheet.doc
      .rect(x + index * step + 0.8, y + 80 - height, step - 1.6, height)
      .fill(from >= 0.5 ? light.primary : onLight['second-benchmark']);
    if (index % 4 === 0) sheet.text(signed(from, 1), x + index * step, y + 84, { size: 7.5, color: light['ink-3'] });
  });
  sheet.rule(x, y + 80, width, light['ink-3']);
}

function allCorrelations(): number[] {
  const matrix = correlationMatrix(sampleMarket().series.map((item) => item.returns));
  return matrix.flatMap((row, i) => row.slice(0, i));
}

/** Average correlation between shares over the sixty days before every tenth day. */
function rollingAverage(): { days: string[]; values: number[] } {
  const { days, series } = sampleMarket();
  const shares = series.filter(({ security }) => security.sector !== 'BND');
  const at = Array.from({ length: Math.floor((days.length - 61) / 10) }, (_, index) => 61 + index * 10);
  const values = at.map((t) => {
    const windows = shares.map(({ returns }) => returns.subarray(t - 59, t + 1));
    let sum = 0;
    for (let i = 0; i < windows.length; i++) for (let j = 0; j < i; j++) sum += correlation(windows[i], windows[j], 0);
    return sum / pairs(windows.length);
  });
  return { days: at.map((t) => days[t]), values };
}

function pairs(count: number): number {
  return (count * (count - 1)) / 2;
}

function monthName(iso: string): string {
  return new Date(`${iso}T00:00Z`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}
