import { percent } from '../../contract/figures/format.ts';
import { dailyVolatility } from '../market/market-figures.ts';
import { samplePortfolio } from '../market/portfolios.ts';
import type { Series } from '../market/series.ts';
import { sectors } from '../market/universe.ts';
import { pastYear } from './data.ts';
import { svg } from './screen-frame.ts';
import { type Bounds, button, figure, ink, path, rect, rule, screenTable, textAt } from './kit.ts';
import type { Screen } from './screen-list.ts';
import { shownSignals, signalColumns } from './signals-screen.ts';
import { waveDrawing } from './wave.ts';

const WIDE = { w: 720, h: 480 };
const NARROW = { w: 390, h: 300 };

function card(id: string, title: string, draw: (box: Bounds, small: boolean) => string): Screen {
  const shape = (size: { w: number; h: number }, small: boolean) => {
    const pad = small ? 18 : 28;
    const inner = { x: pad, y: small ? 52 : 68, w: size.w - 2 * pad, h: size.h - (small ? 52 : 68) - pad };
    return svg(
      size,
      rect({ x: 0, y: 0, ...size }, ink.surface) +
        textAt(title, pad, small ? 32 : 44, { size: small ? 15 : 18, bold: true, fill: ink.text }) +
        draw(inner, small),
    );
  };
  return { id, desktop: () => shape(WIDE, false), mobile: () => shape(NARROW, true) };
}

const now = samplePortfolio('global-trend').holdings;
const proposed = samplePortfolio('cognitive-multi-strategy').holdings;
type Holdings = typeof now;

const groups = sectors
  .map(({ id, name }) => {
    const share = (holdings: Holdings) =>
      holdings.reduce((sum, { series, weight }) => sum + (series.security.sector === id ? weight * 100 : 0), 0);
    return { name, before: share(now), after: share(proposed) };
  })
  .filter(({ before, after }) => before > 0.5 || after > 0.5)
  .sort((a, b) => b.after - a.after);

/** The volatility of the past year with today's weights. */
function volatilityOf(holdings: ReadonlyArray<{ series: Series; weight: number }>): number {
  const rows = holdings.map(({ series, weight }) => pastYear(series.returns).map((value) => weight * value));
  return dailyVolatility(rows[0].map((_, t) => rows.reduce((sum, row) => sum + row[t], 0)));
}

function builder({ x, y, w, h }: Bounds, small: boolean): string {
  const list = groups.slice(0, small ? 5 : 8);
  const left = small ? 0 : 232;
  const step = (h - (small ? 62 : 78)) / list.length;
  const most = Math.max(...list.flatMap(({ before, after }) => [before, after]));
  const room = w - left - 150;
  const rows = list.map(({ name, before, after }, i) => {
    const top = y + i * step + step / 2;
    const from = x + left + 86;
    return [
      textAt(name, x + left, top + 4, { size: 12.5 }),
      rect({ x: from, y: top - 8, w: Math.max(1, (room * after) / most), h: 8 }, ink.primary),
      rect({ x: from, y: top + 2, w: Math.max(1, (room * before) / most), h: 4 }, ink.strong),
      textAt(percent(after, 0), x + w, top + 4, { anchor: 'end', fill: ink.text }),
    ].join('');
  });
  const foot = y + h - (small ? 44 : 56);
  const risks: Array<[string, string]> = [
    ['Volatility now', percent(volatilityOf(now), 1)],
    ['Proposed', percent(volatilityOf(proposed), 1)],
  ];
  return [
    small ? '' : limits({ x, y, w: 196, h: h - 78 }),
    rows.join(''),
    rule(x, foot - 8, w),
    risks
      .map(
        ([name, value], i) =>
          textAt(name, x + i * (small ? 104 : 140), foot + 8, { size: 12, fill: ink.text3 }) +
          figure(value, x + i * (small ? 104 : 140), foot + (small ? 38 : 42), small ? 26 : 32, { fill: i === 1 ? ink.gain : ink.text }),
      )
      .join(''),
    button('Approve', { x: x + w - 118, y: foot + (small ? 2 : 8), w: 118, h: 38 }),
  ].join('');
}

function limits({ x, y, w, h }: Bounds): string {
  const items: Array<[string, string, number]> = [
    ['Volatility at most', '13%', 0.52],
    ['One security at most', '6%', 0.3],
    ['Bonds at least', '20%', 0.4],
    ['Turnover at most', '40%', 0.66],
    ['Securities at most', '40', 0.8],
  ];
  const step = h / items.length;
  return items
    .map(([name, value, at], i) => {
      const top = y + i * step + 6;
      return [
        textAt(name, x, top + 8, { size: 12.5 }),
        textAt(value, x + w, top + 8, { anchor: 'end', bold: true, fill: ink.text }),
        rect({ x, y: top + 21, w, h: 3 }, ink.surface2, { radius: 1.5 }),
        rect({ x, y: top + 21, w: w * at, h: 3 }, ink.primary, { radius: 1.5 }),
        `<circle cx="${x + w * at}" cy="${top + 22.5}" r="7" fill="${ink.surface}" stroke="${ink.primary}" stroke-width="2"/>`,
      ].join('');
    })
    .join('');
}

type Client = readonly [name: string, note: string];

const stages: ReadonlyArray<readonly [string, readonly Client[]]> = [
  [
    'Review',
    [
      ['Fam. Conti', 'Risk above its limit'],
      ['Studio Riva', 'Yearly talk'],
      ['M. Okafor', 'New money, € 2.1 m'],
    ],
  ],
  [
    'Proposal',
    [
      ['Fam. Keller', 'Three changes'],
      ['L. Hartley', 'Bonds up to 30%'],
    ],
  ],
  [
    'Report',
    [
      ['Fondazione Alba', 'Draft ready'],
      ['Pension Plan B', 'In the chat'],
    ],
  ],
  [
    'Sent',
    [
      ['R. Lindqvist', 'Read today'],
      ['Fam. Moretti', 'Signed'],
      ['Eastgate Trust', 'Signed'],
    ],
  ],
];

function workflow({ x, y, w }: Bounds, small: boolean): string {
  const shown = small ? stages.slice(1) : stages;
  const gap = small ? 8 : 14;
  const width = (w + gap) / shown.length - gap;
  return shown
    .map(([stage, clients], i) => {
      const left = x + i * (width + gap);
      const last = stage === 'Sent';
      const bar = last ? ink.gain : i === 0 ? ink.strong : ink.primary;
      const cards = clients.slice(0, small ? 2 : 3).map((client, k) => {
        const box = { x: left, y: y + 38 + k * (small ? 80 : 104), w: width, h: small ? 70 : 92 };
        return clientCard(box, client, last ? undefined : 0.35 + 0.2 * i + 0.12 * k);
      });
      return [
        textAt(stage, left, y + 12, { bold: true, size: 13, fill: last ? ink.gain : ink.text }),
        textAt(String(clients.length), left + width, y + 12, { size: 12, anchor: 'end', fill: ink.text3 }),
        rect({ x: left, y: y + 22, w: width, h: 3 }, bar, { radius: 1.5 }),
        ...cards,
      ].join('');
    })
    .join('');
}

function clientCard(box: Bounds, [name, note]: Client, part: number | undefined): string {
  const small = box.h < 80;
  return [
    rect(box, ink.canvas, { radius: 6, stroke: ink.line }),
    textAt(name, box.x + 10, box.y + 24, { size: small ? 11.5 : 13, bold: true, fill: ink.text }),
    textAt(note, box.x + 10, box.y + 43, { size: small ? 10 : 12, fill: ink.text3 }),
    part === undefined
      ? path(`M${box.x + 11} ${box.y + box.h - 17}l4 4l7-8`, ink.gain, 1.8)
      : rect({ x: box.x + 10, y: box.y + box.h - 16, w: (box.w - 20) * part, h: 3 }, ink.blue, { radius: 1.5 }),
  ].join('');
}

export const cardPictures: readonly Screen[] = [
  card('card-co-pilot', 'A proposal within your limits', builder),
  card('card-signals', 'Signals of the day', (box, small) => {
    const columns = small ? signalColumns.filter(({ title }) => ['Security', 'Signal', 'Record'].includes(title)) : signalColumns;
    return screenTable(box, columns, shownSignals.slice(2, small ? 6 : 9), small ? 51 : 50);
  }),
  card('card-graph', 'Waves from ALPB', (box, small) =>
    waveDrawing({ ...box, y: box.y - (small ? 14 : 24), h: box.h + (small ? 20 : 34) }, small, true),
  ),
  card('card-workflow', 'Clients this quarter', workflow),
];
