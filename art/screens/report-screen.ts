import { percent, signed } from '../../contract/figures/format.ts';
import { returnsOf } from '../../contract/figures/returns.ts';
import { returnSince } from '../market/market-figures.ts';
import { samplePortfolio } from '../market/portfolios.ts';
import { dark, light, onLight } from '../../ui/tokens.ts';
import { widthOf, wrap } from '../draw/text.ts';
import { bars, line, axisScale, ticks } from './charts.ts';
import { lastDay } from './data.ts';
import { desktopScreen, phoneScreen } from './screen-frame.ts';
import { type Bounds, button, change, chip, chips, day, figure, ink, panel, path, rect, rule, textAt } from './kit.ts';
import type { Screen } from './screen-list.ts';

const portfolio = samplePortfolio('cognitive-multi-strategy');
const { days, values, benchmark } = portfolio;
const paper = {
  ground: onLight.page,
  ink: light.ink,
  grey: light['ink-3'],
  line: light.line,
  accent: light.primary,
  other: onLight['page-other'],
} as const;

const since = (date: string) => days.findLastIndex((day) => day <= date);
const quarter = (list: Float64Array) => returnSince(list, since('2024-09-30'));
const year = (list: Float64Array) => returnSince(list, since('2023-12-31'));
// From the rounded figures, because readers subtract the printed ones.
const gap = Number(quarter(values).toFixed(1)) - Number(quarter(benchmark.values).toFixed(1));

const prompt =
  'Write to a family office. Two short paragraphs: what happened, and what we changed. Name the largest contributor. No jargon.';
const commentary = [
  `In the fourth quarter the portfolio returned ${change(quarter(values), 1).content}, against ${change(quarter(benchmark.values), 1).content} for its benchmark. Most of the difference of ${Math.abs(gap).toFixed(1)} points comes from the part that follows trends.`,
  'We have left the split between trend, calm shares and bonds as it was. Two shares whose rise had weakened were replaced at the end of November.',
];

export const reportScreen: Screen = {
  id: 'report-agent',
  desktop: () =>
    desktopScreen(
      'Reports',
      'AI agent for report generation',
      `Quarterly report, ${portfolio.shortName}. Figures of ${day(lastDay)}`,
      ({ x, y, w, h }) =>
        [
          button('Approve and send', { x: x + w - 402, y: y - 62, w: 146, h: 34 }),
          panel({ x, y, w: 270, h }, 'Prompt', (box) => settings(box)),
          page({ x: x + 294, y, w: w - 294 - 304, h }),
          panel({ x: x + w - 280, y, w: 280, h }, 'Chat about this report', chat),
        ].join(''),
    ),
  mobile: () =>
    phoneScreen('Report agent', `Quarterly report, ${portfolio.shortName}`, ({ x, y, w, h }) =>
      [page({ x, y, w, h: h - 96 }, true), ask(x, y + h - 84, w)].join(''),
    ),
};

function settings({ x, y, w, h }: Bounds): string {
  const lines = wrap(prompt, w - 24, { size: 13 });
  const field = 24 + lines.length * 19;
  const sections = ['Summary', 'Performance', 'Commentary', 'Holdings', 'Outlook', 'Disclosures'];
  const from = y + field + 120;
  return [
    rect({ x, y: y + 4, w, h: field }, ink.canvas, { radius: 4, stroke: ink.line }),
    lines.map((content, i) => textAt(content, x + 12, y + 28 + i * 19, { fill: ink.text })).join(''),
    textAt('Tone', x, y + field + 34, { size: 12, fill: ink.text3 }),
    chips(['Plain', 'Formal', 'Brief'], x, y + field + 44, 0),
    textAt('Sections', x, from - 14, { size: 12, fill: ink.text3 }),
    sections
      .map((name, i) => {
        const top = from + i * 38;
        const on = name !== 'Outlook';
        return [
          rule(x, top - 4, w),
          rect({ x, y: top + 7, w: 16, h: 16 }, on ? ink.primary : 'none', { radius: 3, stroke: on ? ink.primary : ink.strong }),
          on ? path(`M${x + 3.8} ${top + 15.2}l3 3l5.6-6.4`, dark['on-primary'], 1.8) : '',
          textAt(name, x + 28, top + 19.6, { fill: on ? ink.text : ink.text3 }),
        ].join('');
      })
      .join(''),
    button('Write again', { x, y: y + h - 36, w, h: 36 }, { main: false }),
  ].join('');
}

function page({ x, y, w, h }: Bounds, small = false): string {
  const pad = small ? 20 : 34;
  const left = x + pad;
  const inner = w - 2 * pad;
  const figures: Array<[string, string]> = [
    ['Fourth quarter', change(quarter(values), 1).content],
    ['Benchmark', change(quarter(benchmark.values), 1).content],
    ['This year', change(year(values), 1).content],
  ];
  const chart = { x: left, y: y + 236, w: inner - 30, h: small ? 84 : 138 };
  let at = chart.y + chart.h + 54;
  const paragraphs = commentary.slice(0, small ? 1 : 2).map((content) => {
    const lines = wrap(content, inner, { size: 12.5 });
    const svg = lines.map((words_, i) => textAt(words_, left, at + i * 18.5, { size: 12.5, fill: paper.ink })).join('');
    at += lines.length * 18.5 + 10;
    return svg;
  });
  return [
    rect({ x, y, w, h }, paper.ground, { radius: 4 }),
    rect({ x: left, y: y + 32, w: 28, h: 3 }, paper.accent),
    textAt(portfolio.name, left, y + 62, { size: small ? 17 : 20, bold: true, fill: paper.ink }),
    textAt('Quarterly report to 31 December 2024', left, y + 84, { size: 12.5, fill: paper.grey }),
    rule(left, y + 104, inner, paper.line),
    figures
      .map(
        ([name, value], i) =>
          textAt(name, left + (i * inner) / 3, y + 130, { size: 11.5, fill: paper.grey }) +
          figure(value, left + (i * inner) / 3, y + 162, 30, { fill: paper.ink }),
      )
      .join(''),
    rule(left, y + 184, inner, paper.line),
    textAt('Growth of 100 since the start', left, y + 212, { size: 12.5, bold: true, fill: paper.ink }),
    growth(chart),
    textAt('Commentary', left, chart.y + chart.h + 32, { size: 12.5, bold: true, fill: paper.ink }),
    paragraphs.join(''),
    small ? '' : quarters({ x: left, y: at + 14, w: inner, h: y + h - at - 56 }),
    textAt('Net of costs and fees. Sample data.', left, y + h - 16, { size: 10, fill: paper.grey }),
  ].join('');
}

function growth(box: Bounds): string {
  const mine = Array.from(values, (value) => value * 100);
  const theirs = Array.from(benchmark.values, (value) => value * 100);
  const low = Math.min(...mine, ...theirs);
  const high = Math.max(...mine, ...theirs);
  const scale = axisScale(box, low, high);
  return [
    ticks(low, high, 4)
      .map(
        (value) =>
          path(`M${box.x} ${scale(value)}h${box.w}`, paper.line, 1) +
          textAt(value.toFixed(0), box.x + box.w + 6, scale(value) + 4, { size: 10.5, fill: paper.grey }),
      )
      .join(''),
    path(line(box, theirs, scale), paper.other, 1.3),
    path(line(box, mine, scale), paper.accent, 1.8),
  ].join('');
}

function quarters(box: Bounds): string {
  const ends = [...days.keys()].filter((t) => /-(03|06|09|12)-/.test(days[t]) && days[t + 1]?.slice(0, 7) !== days[t].slice(0, 7));
  const list = Float64Array.from(ends.slice(-9), (t) => values[t]);
  const changes = Array.from(returnsOf(list), (value) => value * 100);
  const plot = { ...box, y: box.y + 26, h: box.h - 42 };
  const scale = axisScale(plot, Math.min(0, ...changes), Math.max(...changes));
  const slot = box.w / changes.length;
  return [
    textAt('Returns by quarter, percent', box.x, box.y + 8, { size: 12.5, bold: true, fill: paper.ink }),
    bars(plot, changes, scale, (value) => (value < 0 ? paper.other : paper.accent)),
    changes
      .map((value, i) =>
        textAt(signed(value, 1), box.x + (i + 0.5) * slot, (value < 0 ? scale(0) : scale(value)) - 4, {
          size: 10.5,
          anchor: 'middle',
          fill: paper.ink,
        }),
      )
      .join(''),
    ends
      .slice(-8)
      .map((t, i) =>
        textAt(`Q${Math.ceil(Number(days[t].slice(5, 7)) / 3)} ${days[t].slice(2, 4)}`, box.x + (i + 0.5) * slot, box.y + box.h + 2, {
          size: 10.5,
          anchor: 'middle',
          fill: paper.grey,
        }),
      )
      .join(''),
  ].join('');
}

function chat({ x, y, w, h }: Bounds): string {
  const talk: Array<['me' | 'agent', string]> = [
    ['me', 'Where does the difference to the benchmark come from?'],
    [
      'agent',
      `From the trend part: it holds twenty shares, and they rose more than the market. Bonds gave back a little. Net of costs the gap is ${gap.toFixed(1)} points.`,
    ],
    ['me', 'Say it in one sentence for the cover letter.'],
    [
      'agent',
      `Your portfolio gained ${percent(quarter(values), 1)} this quarter, ${Math.abs(gap).toFixed(1)} points more than its benchmark, because the shares we hold for their steady rise kept rising.`,
    ],
  ];
  let at = y + 6;
  const bubbles = talk.map(([who, content]) => {
    const lines = wrap(content, w - 46, { size: 12.5 });
    const mine = who === 'me';
    const box = {
      x: mine ? x + 26 : x,
      y: at,
      w: mine && lines.length === 1 ? widthOf(content, { size: 12.5 }) + 24 : w - 26,
      h: lines.length * 18 + 18,
    };
    at += box.h + 12;
    return (
      rect(box, mine ? ink.surface2 : ink.canvas, { radius: 8, stroke: ink.line }) +
      lines.map((text, i) => textAt(text, box.x + 12, box.y + 22 + i * 18, { size: 12.5, fill: mine ? ink.text : ink.text2 })).join('')
    );
  });
  return [
    bubbles.join(''),
    textAt('Every number links to its source', x, at + 12, { size: 11.5, fill: ink.text3 }),
    chip('Use in the letter', x, at + 24).svg,
    rect({ x, y: y + h - 40, w, h: 40 }, ink.canvas, { radius: 4, stroke: ink.line }),
    textAt('Ask about any figure', x + 12, y + h - 15.4, { fill: ink.text3 }),
    path(`M${x + w - 30} ${y + h - 20}h14m-5-5l5 5l-5 5`, ink.primary, 1.8),
  ].join('');
}

function ask(x: number, y: number, w: number): string {
  return [
    chips(['Shorter', 'More formal', 'Explain the gap'], x, y, 0),
    rect({ x, y: y + 38, w, h: 44 }, ink.surface, { radius: 4, stroke: ink.line }),
    textAt('Ask about any figure', x + 14, y + 65, { fill: ink.text3 }),
    path(`M${x + w - 32} ${y + 60}h15m-5-5l5 5l-5 5`, ink.primary, 1.8),
  ].join('');
}
