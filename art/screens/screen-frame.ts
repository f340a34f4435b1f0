import { companySign } from '../../contract/company-sign.ts';
import { type Bounds, ink, path, rect, rule, textAt } from './kit.ts';

export const DESKTOP = { w: 1280, h: 800 };
export const PHONE = { w: 390, h: 640 };

const menu = ['Overview', 'Portfolios', 'Co-pilot', 'Signals', 'Watchlist', 'Market graph', 'Analytics', 'Reports'] as const;
export type ScreenSection = (typeof menu)[number];

export function desktopScreen(section: ScreenSection, title: string, note: string, content: (box: Bounds) => string): string {
  const { w, h } = DESKTOP;
  const side = 176;
  return svg(
    DESKTOP,
    rect({ x: 0, y: 0, w, h }, ink.canvas) +
      rect({ x: 0, y: 0, w: side, h }, ink.surface) +
      path(`M${side} 0V${h}`, ink.line, 1) +
      logo(20, 20, 1.1) +
      textAt('Cognitive PRO', 54, 39, { bold: true, size: 15, fill: ink.text }) +
      menu.map((item, i) => entry(item, i, item === section, side)).join('') +
      rule(16, h - 62, side - 32) +
      user(20, h - 48) +
      textAt(title, side + 28, 43, { bold: true, size: 20, fill: ink.text }) +
      textAt(note, side + 28, 65, { size: 12.5, fill: ink.text3 }) +
      search(w - 28) +
      content({ x: side + 28, y: 88, w: w - side - 56, h: h - 88 - 24 }),
  );
}

export function phoneScreen(title: string, note: string, content: (box: Bounds) => string): string {
  const { w, h } = PHONE;
  return svg(
    PHONE,
    rect({ x: 0, y: 0, w, h }, ink.canvas) +
      logo(16, 17, 1) +
      path(`M${w - 38} 23h20M${w - 38} 29h20M${w - 38} 35h20`, ink.text2, 1.5) +
      textAt(title, 48, 29, { bold: true, size: 16, fill: ink.text }) +
      textAt(note, 48, 46, { size: 11.5, fill: ink.text3 }) +
      rule(0, 60, w) +
      content({ x: 14, y: 74, w: w - 28, h: h - 74 - 14 }),
  );
}

export function svg({ w, h }: { w: number; h: number }, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${body}</svg>`;
}

function entry(item: string, i: number, on: boolean, side: number): string {
  const y = 84 + i * 40;
  return (
    (on
      ? rect({ x: 10, y, w: side - 20, h: 34 }, ink.surface2, { radius: 4 }) +
        rect({ x: 10, y: y + 7, w: 3, h: 20 }, ink.primary, { radius: 1.5 })
      : '') +
    path(icons[i], on ? ink.primary : ink.text3, 1.4, `transform="translate(22 ${y + 8.5}) scale(.71)"`) +
    textAt(item, 50, y + 22, { size: 13.5, bold: on, fill: on ? ink.text : ink.text2 })
  );
}

const icons = [
  'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  'M4 8h16v12H4zM9 8V4h6v4M4 13h16',
  'M12 3v4M12 17v4M3 12h4M17 12h4M8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0',
  'M4 18v-3M9 18v-7M14 18V8M19 18V4',
  'M2 12C6 5 18 5 22 12C18 19 6 19 2 12M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  'M6 8L11 16M8 6.5L16 5.5M17 8L13.5 16M4 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0M16 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M10 18a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  'M4 4v16h16M8 15l3.5-4 3 2.5L20 7',
  'M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7',
];

function logo(x: number, y: number, scale: number): string {
  const { curve, lines, point } = companySign;
  return (
    `<g transform="translate(${x} ${y}) scale(${scale})">` +
    path(curve, ink.text, 2.2) +
    path(lines, ink.strong, 1.5) +
    `<circle cx="${point.x}" cy="${point.y}" r="${point.r}" fill="${ink.primary}"/></g>`
  );
}

function user(x: number, y: number): string {
  return (
    `<circle cx="${x + 13}" cy="${y + 13}" r="13" fill="${ink.surface2}" stroke="${ink.line}"/>` +
    textAt('GB', x + 13, y + 17.4, { size: 11.5, bold: true, anchor: 'middle', fill: ink.text }) +
    textAt('G. Bianchi', x + 36, y + 11.5, { size: 12.5, fill: ink.text }) +
    textAt('Portfolio manager', x + 36, y + 26.5, { size: 11, fill: ink.text3 })
  );
}

function search(right: number): string {
  return (
    rect({ x: right - 240, y: 26, w: 240, h: 34 }, ink.surface, { radius: 4, stroke: ink.line }) +
    path(`M${right - 217} 41.5a5 5 0 1 1-10 0a5 5 0 1 1 10 0M${right - 218.4} 45.1l4 4`, ink.text3, 1.4) +
    textAt('Security, portfolio or report', right - 204, 47.4, { size: 12.5, fill: ink.text3 })
  );
}
