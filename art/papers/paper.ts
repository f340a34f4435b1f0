import { inner, openSheet, page, palette, type Sheet } from '../../server/reports/pdf/sheet.ts';
import { drawTable, type Column } from '../../server/reports/pdf/table.ts';
import { formulaKit, type FormulaKit, type Piece } from './formula.ts';

export type PaperMeta = { title: string; lead: string; kind: string; date: string; made: Date };

export type Frame = { x: number; y: number; width: number };

/** A paper being written from top to bottom. What does not fit on a page goes to the next. */
export type Paper = {
  sheet: Sheet;
  kit: FormulaKit;
  heading(text: string): void;
  para(text: string): void;
  list(items: readonly string[]): void;
  formula(piece: Piece, note: string): void;
  /** A drawing over the whole width, its caption below. */
  figure(height: number, caption: string, draw: (frame: Frame) => void): void;
  table(columns: readonly Column[], rows: readonly (readonly string[])[], caption: string): void;
  finish(): Promise<Uint8Array>;
};

/** Where the text stands; its left margin holds the headings' numbers and gives the figures room. */
const TEXT = { x: page.margin + 84, width: inner - 84 };
const BODY = { size: 10.5, color: palette.ink2, width: TEXT.width, leading: 1.52 } as const;
const BOTTOM = page.height - 62;

/** Begins a paper with its title block. */
export function openPaper(meta: PaperMeta): Paper {
  const sheet = openSheet({ title: meta.title, author: 'Cognitive PRO', subject: meta.lead, made: meta.made });
  let y = titlePage(sheet, meta);
  let numbers = 0;
  let figures = 0;

  function room(height: number): void {
    if (y + height <= BOTTOM) return;
    y = nextPage(sheet, meta);
  }

  function caption(words: string): void {
    figures += 1;
    sheet.text(`Figure ${figures}`, page.margin, y, { size: 8.5, face: 'semibold' });
    y = sheet.text(words, TEXT.x, y, { size: 8.5, color: palette.ink3, width: TEXT.width, leading: 1.4 }) + 16;
  }

  return {
    sheet,
    kit: formulaKit(sheet),
    heading(text) {
      room(96);
      numbers += 1;
      y += 8;
      sheet.text(String(numbers), page.margin, y, { size: 15, color: palette.ink3, leading: 1.25 });
      y = sheet.text(text, TEXT.x, y, { size: 15, face: 'semibold', width: TEXT.width, leading: 1.25 }) + 7;
    },
    para(text) {
      room(sheet.heightOf(text, BODY));
      y = sheet.text(text, TEXT.x, y, BODY) + 8;
    },
    list(items) {
      for (const item of items) {
        const style = { ...BODY, width: TEXT.width - 14 };
        room(sheet.heightOf(item, style));
        sheet.doc.rect(TEXT.x + 1, y + 6.6, 4, 1.4).fill(palette.primary);
        y = sheet.text(item, TEXT.x + 14, y, style) + 5;
      }
      y += 4;
    },
    formula(piece, note) {
      room(piece.above + piece.below + 22);
      const baseline = y + 6 + piece.above;
      sheet.doc.rect(TEXT.x, y, 2, piece.above + piece.below + 12).fill(palette.primary);
      piece.draw(TEXT.x + 16, baseline);
      sheet.text(note, page.margin, baseline - 8, { size: 8.5, color: palette.ink3 });
      y = baseline + piece.below + 18;
    },
    figure(height, words, draw) {
      room(height + 44);
      draw({ x: page.margin, y: y + 4, width: inner });
      y += height + 14;
      caption(words);
    },
    table(columns, rows, words) {
      room(rows.length * 15 + 52);
      y = drawTable(sheet, { x: TEXT.x, y: y + 2 }, columns, { rows, size: 9 }) + 8;
      caption(words);
    },
    finish: () => sheet.finish(),
  };
}

function titlePage(sheet: Sheet, { title, lead, kind, date }: PaperMeta): number {
  sheet.addPage(title);
  sheet.doc.rect(0, 0, page.width, 232).fill(palette.night);
  const right = { size: 9.5, color: palette.nightInk2, width: inner, align: 'right' } as const;
  sheet.text('Cognitive PRO', page.margin, 44, { size: 11, face: 'semibold', color: palette.nightInk });
  sheet.text(`${kind}, ${date}`, page.margin, 45, right);
  const below = sheet.text(title, page.margin, 92, { size: 32, face: 'semibold', color: palette.nightInk, width: inner, leading: 1.1 });
  sheet.text(lead, page.margin, below + 10, { size: 12, color: palette.nightInk2, width: 470, leading: 1.4 });
  foot(sheet);
  return 262;
}

function nextPage(sheet: Sheet, { title }: PaperMeta): number {
  sheet.addPage(`Page ${sheet.pages() + 1}`);
  sheet.text('Cognitive PRO', page.margin, 30, { size: 8, face: 'semibold' });
  sheet.text(title, page.margin, 30, { size: 8, color: palette.ink3, width: inner, align: 'right' });
  sheet.rule(page.margin, 46, inner);
  foot(sheet);
  return 72;
}

function foot(sheet: Sheet): void {
  sheet.rule(page.margin, page.height - 44, inner);
  const note = 'Figures of portfolios and markets in this paper are sample data. Past performance is no guide to the future.';
  sheet.text(note, page.margin, page.height - 38, { size: 8, color: palette.ink3 });
  sheet.text(String(sheet.pages()), page.margin, page.height - 38, { size: 8, color: palette.ink3, width: inner, align: 'right' });
}
