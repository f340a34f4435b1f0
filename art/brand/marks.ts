import { lettering, type LetteringStyle, widthOf } from '../draw/text.ts';

/** A fictional organisation's name and mark, drawn in one colour, 48 high; the width varies. */
export type Mark = { id: string; name: string; kind: 'press' | 'event' | 'award'; parts: readonly Part[] };

/** A line of text, or a simple shape to the left of what follows. Both move the pen to the right unless `below` is set. */
type Part = { line: string; style: Partial<LetteringStyle>; y: number; below?: true } | { device: string; width: number };

const HEIGHT = 48;
const GAP = 9;

export function markSvg(mark: Mark, colour: string): string {
  let pen = 0;
  let edge = 0;
  let column = 0;
  let body = '';
  for (const part of mark.parts) {
    if ('device' in part) {
      body += `<g transform="translate(${pen} 0)">${part.device}</g>`;
      pen += part.width + GAP;
      column = pen;
      edge = Math.max(edge, pen - GAP);
      continue;
    }
    const style: LetteringStyle = { size: 20, weight: 600, digits: 1, ...part.style };
    const x = part.below ? column : pen;
    column = x;
    body += lettering(part.line, x, part.y, style);
    const end = x + widthOf(part.line, style);
    edge = Math.max(edge, end);
    if (!part.below) pen = end + GAP * 0.6;
  }
  const width = Math.ceil(edge + 1);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" fill="${colour}">` +
    `<title>${escape(mark.name)} (sample mark, not a real organisation)</title>${body}</svg>\n`
  );
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const c = 'barlow-condensed' as const;
const bar = (x: number, y: number, w: number, h: number) => `<path d="M${x} ${y}h${w}v${h}h${-w}z"/>`;
const ring = (x: number, y: number, r: number, stroke: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#000" stroke-width="${stroke}"/>`;
const stroke = (d: string, width: number) => `<path d="${d}" fill="none" stroke="#000" stroke-width="${width}"/>`;
const leaf = (x: number, y: number, angle: number) =>
  `<ellipse rx="2" ry="4.1" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle})"/>`;
const laurel = [0, 1, 2, 3]
  .flatMap((i) => [-1, 1].map((side) => leaf(16 + side * (8.5 + 3.2 * Math.sin(i * 0.9)), 35 - i * 7.2, side * (58 - i * 22))))
  .join('');

export const marks: readonly Mark[] = [
  {
    id: 'ledger-review',
    name: 'The Ledger Review',
    kind: 'press',
    parts: [
      { line: 'THE', style: { size: 10, tracking: 0.2, weight: 500 }, y: 16 },
      { line: 'Ledger Review', style: { size: 23, weight: 700, tracking: -0.01 }, y: 36, below: true },
    ],
  },
  {
    id: 'capitale-mercati',
    name: 'Capitale & Mercati',
    kind: 'press',
    parts: [
      { line: 'CAPITALE', style: { face: c, size: 22, weight: 700, tracking: 0.02 }, y: 32 },
      { line: '&', style: { face: c, size: 22, weight: 300 }, y: 32 },
      { line: 'MERCATI', style: { face: c, size: 22, weight: 400, tracking: 0.02 }, y: 32 },
    ],
  },
  {
    id: 'fundpost',
    name: 'Fundpost',
    kind: 'press',
    parts: [
      { device: bar(0, 11, 26, 26) + '<path d="M7 17h12v3.4H11v3.6h6.5v3.2H11V31H7z" fill="#fff"/>', width: 26 },
      { line: 'fundpost', style: { size: 24, weight: 600, tracking: -0.03 }, y: 32 },
    ],
  },
  {
    id: 'quant-quarterly',
    name: 'Quant Quarterly',
    kind: 'press',
    parts: [
      { line: 'QUANT', style: { size: 18, weight: 800, tracking: 0.14 }, y: 23 },
      { line: 'QUARTERLY', style: { size: 10.5, weight: 500, tracking: 0.215 }, y: 37, below: true },
    ],
  },
  {
    id: 'finanza-aperta',
    name: 'Finanza Aperta',
    kind: 'press',
    parts: [
      { line: 'finanza', style: { size: 23, weight: 300, tracking: -0.015 }, y: 32 },
      { line: 'aperta', style: { size: 23, weight: 700, tracking: -0.015 }, y: 32 },
    ],
  },
  {
    id: 'allocator',
    name: 'The Allocator',
    kind: 'press',
    parts: [
      { device: bar(0, 12, 3, 24), width: 3 },
      { line: 'The Allocator', style: { size: 22, weight: 500, italic: true }, y: 31.5 },
    ],
  },
  {
    id: 'asset-courier',
    name: 'Asset Courier',
    kind: 'press',
    parts: [
      { line: 'ASSET', style: { face: c, size: 27, weight: 600, tracking: 0.01 }, y: 34 },
      { line: 'COURIER', style: { face: c, size: 27, weight: 300, tracking: 0.01 }, y: 34 },
    ],
  },
  {
    id: 'risparmio-netto',
    name: 'Risparmio Netto',
    kind: 'press',
    parts: [
      { line: 'Risparmio', style: { size: 19, weight: 700, tracking: -0.01 }, y: 22 },
      { line: 'Netto', style: { size: 19, weight: 300, tracking: -0.01 }, y: 40, below: true },
    ],
  },
  {
    id: 'data-alpha',
    name: 'Data/Alpha',
    kind: 'press',
    parts: [
      { line: 'DATA', style: { size: 21, weight: 500, tracking: 0.04 }, y: 32 },
      { device: stroke('M2 40L14 8', 2.4), width: 15 },
      { line: 'ALPHA', style: { size: 21, weight: 500, tracking: 0.04 }, y: 32 },
    ],
  },
  {
    id: 'yield-letter',
    name: 'The Yield Letter',
    kind: 'press',
    parts: [
      { device: stroke('M0 36C10 36 13 14 30 13', 2.6), width: 30 },
      { line: 'Yield', style: { size: 20, weight: 700 }, y: 23.5 },
      { line: 'Letter', style: { size: 20, weight: 400 }, y: 40, below: true },
    ],
  },
  {
    id: 'quant-week-london',
    name: 'Quant Week London',
    kind: 'event',
    parts: [
      { line: 'QW', style: { face: c, size: 40, weight: 700, tracking: -0.02 }, y: 38 },
      { line: 'Quant Week', style: { size: 14, weight: 600 }, y: 23 },
      { line: 'London', style: { size: 14, weight: 400 }, y: 38, below: true },
    ],
  },
  {
    id: 'algo-forum-milano',
    name: 'Algo Forum Milano',
    kind: 'event',
    parts: [
      { device: ring(13, 24, 11.5, 2.6) + '<circle cx="20.8" cy="15.8" r="4"/>', width: 26 },
      { line: 'algo forum', style: { size: 18, weight: 700, tracking: -0.01 }, y: 23 },
      { line: 'MILANO', style: { size: 10.5, weight: 500, tracking: 0.3 }, y: 37, below: true },
    ],
  },
  {
    id: 'wealthtech-days',
    name: 'WealthTech Days',
    kind: 'event',
    parts: [
      { line: 'wealthtech', style: { size: 21, weight: 700, tracking: -0.02 }, y: 32 },
      { line: 'days', style: { size: 21, weight: 300, tracking: -0.02 }, y: 32 },
    ],
  },
  {
    id: 'gestione-futura',
    name: 'Gestione Futura',
    kind: 'event',
    parts: [
      { device: [0, 1, 2, 3].map((i) => bar(i * 7, 34 - i * 6, 4, 4 + i * 6)).join(''), width: 25 },
      { line: 'GESTIONE', style: { face: c, size: 17, weight: 700, tracking: 0.05 }, y: 23 },
      { line: 'FUTURA', style: { face: c, size: 17, weight: 400, tracking: 0.05 }, y: 39, below: true },
    ],
  },
  {
    id: 'ai-in-funds',
    name: 'AI in Funds Congress',
    kind: 'event',
    parts: [
      { line: 'AI', style: { size: 30, weight: 800 }, y: 35 },
      { line: 'in Funds', style: { size: 14.5, weight: 600 }, y: 23 },
      { line: 'Congress', style: { size: 14.5, weight: 400 }, y: 38, below: true },
    ],
  },
  {
    id: 'lago-fintech',
    name: 'Lago Fintech Meeting',
    kind: 'event',
    parts: [
      { device: stroke('M0 20c5-5 10-5 15 0s10 5 15 0M0 29c5-5 10-5 15 0s10 5 15 0', 2.4), width: 30 },
      { line: 'lago fintech', style: { size: 17, weight: 600 }, y: 23.5 },
      { line: 'MEETING', style: { size: 10, weight: 500, tracking: 0.28 }, y: 37, below: true },
    ],
  },
  {
    id: 'fintech-laurel',
    name: 'Fintech Laurel, 2024',
    kind: 'award',
    parts: [
      { device: laurel + lettering('1', 16, 30, { size: 20, weight: 700, anchor: 'middle', digits: 1 }), width: 32 },
      { line: 'FINTECH LAUREL', style: { face: c, size: 16, weight: 700, tracking: 0.05 }, y: 23 },
      { line: 'Winner 2024', style: { size: 12.5, weight: 400 }, y: 38, below: true },
    ],
  },
  {
    id: 'wealth-awards',
    name: 'European Wealth Prizes, best use of AI',
    kind: 'award',
    parts: [
      {
        device: stroke('M16 7l11 6.3v12.6L16 32.3 5 25.9V13.3z', 2.2) + bar(9, 36, 14, 2.6) + '<circle cx="16" cy="19.6" r="4.2"/>',
        width: 32,
      },
      { line: 'EUROPEAN WEALTH PRIZES', style: { face: c, size: 14, weight: 700, tracking: 0.04 }, y: 22 },
      { line: 'Best use of AI', style: { size: 12.5, weight: 400 }, y: 37, below: true },
    ],
  },
  {
    id: 'premio-grafo',
    name: 'Premio Grafo',
    kind: 'award',
    parts: [
      {
        device:
          stroke('M6 34L16 12L27 30L6 34M16 12L16 25', 1.8) +
          '<circle cx="6" cy="34" r="4"/><circle cx="16" cy="12" r="4"/><circle cx="27" cy="30" r="4"/><circle cx="16" cy="25" r="2.6"/>',
        width: 32,
      },
      { line: 'Premio Grafo', style: { size: 18, weight: 600 }, y: 23 },
      { line: 'RICERCA APPLICATA', style: { face: c, size: 11.5, weight: 500, tracking: 0.12 }, y: 37, below: true },
    ],
  },
  {
    id: 'model-risk-honours',
    name: 'Model Risk Honours',
    kind: 'award',
    parts: [
      { device: ring(15, 24, 14, 2) + ring(15, 24, 9.5, 1) + '<path d="M10 24.5l3.7 3.7L20.5 20l1.8 1.7-8.5 10-5.4-5.4z"/>', width: 30 },
      { line: 'MODEL RISK', style: { face: c, size: 17, weight: 700, tracking: 0.06 }, y: 23 },
      { line: 'Honours list', style: { size: 13, weight: 400 }, y: 38, below: true },
    ],
  },
];
