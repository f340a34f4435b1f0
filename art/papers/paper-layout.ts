import { legalName, RISK_WARNING } from '../../contract/legal.ts';
import { inner, openSheet, page, type Sheet } from '../../server/reports/pdf/sheet.ts';
import { drawTable, type Column } from '../../server/reports/pdf/pdf-table.ts';
import { dark, light } from '../../ui/tokens.ts';
import { italicFont } from '../fonts/report-fonts.ts';
import { formulaKit, type FormulaKit, type Piece } from './formula-drawing.ts';

export type PaperMeta = {
  title: string;
  lead: string;
  kind: string;
  date: string;
  made: Date;
  /** A picture of the subject for the dark head of the first page; it may extend to the page's edges. */
  motif: (sheet: Sheet, frame: Box) => void;
};

export type DrawingBounds = { x: number; y: number; width: number };
type Box = DrawingBounds & { height: number };

/** The head of the first page, in the ratio 4:3, because it is also the paper's picture on the site. */
export const HEAD = { width: page.width, height: (page.width * 3) / 4 } as const;

/** The text column. The margin to its left is for the numbers of headings, and for wide figures. */
const TEXT = { x: page.margin + 84, width: inner - 84 };
const BODY = { size: 10.5, color: light['ink-2'], width: TEXT.width, leading: 1.52 } as const;
const BOTTOM = page.height - 62;

/** Writes a paper from top to bottom. Content that does not fit on a page goes to the next. */
export class PaperDocument {
  readonly sheet: Sheet;
  readonly kit: FormulaKit;
  readonly #meta: PaperMeta;
  #y: number;
  #headings = 0;
  #figures = 0;

  constructor(meta: PaperMeta) {
    this.#meta = meta;
    this.sheet = openSheet({ title: meta.title, author: legalName, subject: meta.lead, made: meta.made, italic: italicFont() });
    this.kit = formulaKit(this.sheet);
    this.#y = titlePage(this.sheet, meta);
  }

  /** @param room height that must fit below the heading on the same page, so that it does not end a page */
  heading(text: string, room = 96): void {
    this.#room(room);
    this.#headings += 1;
    const y = this.#y + 8;
    this.#y = this.sheet.mark('H2', () => {
      this.sheet.text(`${this.#headings} `, page.margin, y, { size: 15, color: light['ink-3'], leading: 1.25 });
      return this.sheet.text(text, TEXT.x, y, { size: 15, face: 'semibold', width: TEXT.width, leading: 1.25 }) + 7;
    });
  }

  para(text: string): void {
    this.#room(this.sheet.heightOf(text, BODY));
    this.#y = this.sheet.text(text, TEXT.x, this.#y, BODY) + 8;
  }

  list(items: readonly string[]): void {
    const style = { ...BODY, width: TEXT.width - 14, tag: 'LI' } as const;
    this.sheet.group('L', () => {
      for (const item of items) {
        this.#room(this.sheet.heightOf(item, style));
        this.sheet.artifact(() => this.sheet.doc.rect(TEXT.x + 1, this.#y + 6.6, 4, 1.4).fill(light.primary));
        this.#y = this.sheet.text(item, TEXT.x + 14, this.#y, style) + 5;
      }
    });
    this.#y += 4;
  }

  formula(piece: Piece, note: string): void {
    const height = piece.above + piece.below + 12;
    this.#room(height + 12);
    const baseline = this.#y + 6 + piece.above;
    this.sheet.artifact(() => this.sheet.doc.rect(TEXT.x, this.#y, 2, height).fill(light.primary));
    this.sheet.text(note, page.margin, baseline - 8, { size: 8.5, color: light['ink-3'] });
    this.sheet.mark('Formula', () => piece.draw(TEXT.x + 16, baseline), { alt: piece.said });
    this.#y += height + 12;
  }

  figure(height: number, caption: string, draw: (frame: DrawingBounds) => void): void {
    this.#room(height + 44);
    this.sheet.mark('Figure', () => draw({ x: page.margin, y: this.#y + 4, width: inner }), { alt: caption });
    this.#y += height + 14;
    this.#caption(caption);
  }

  table(columns: readonly Column[], rows: readonly (readonly string[])[], caption: string): void {
    this.#room(rows.length * 15 + 52);
    this.#y = drawTable(this.sheet, { x: TEXT.x, y: this.#y + 2 }, columns, { rows, size: 9 }) + 8;
    this.#caption(caption);
  }

  sources(items: readonly string[]): void {
    const style = { size: 8.5, color: light['ink-3'], width: TEXT.width, leading: 1.45 } as const;
    const height = items.reduce((sum, item) => sum + this.sheet.heightOf(item, style) + 3, 0);
    this.#room(height + 12);
    this.#y += 6;
    this.sheet.text('Sources', page.margin, this.#y, { size: 8.5, face: 'semibold', leading: 1.45, tag: 'H2' });
    for (const item of items) this.#y = this.sheet.text(item, TEXT.x, this.#y, style) + 3;
  }

  finish(): Promise<Uint8Array> {
    return this.sheet.finish();
  }

  #room(height: number): void {
    if (this.#y + height > BOTTOM) this.#y = nextPage(this.sheet, this.#meta);
  }

  #caption(words: string): void {
    this.#figures += 1;
    const style = { size: 8.5, color: light['ink-3'], width: TEXT.width, leading: 1.4 };
    this.#y = this.sheet.mark('Caption', () => {
      this.sheet.text(`Figure ${this.#figures} `, page.margin, this.#y, { size: 8.5, face: 'semibold', leading: 1.4 });
      return this.sheet.text(words, TEXT.x, this.#y, style) + 16;
    });
  }
}

function titlePage(sheet: Sheet, { title, lead, kind, date, motif }: PaperMeta): number {
  sheet.addPage(title);
  sheet.artifact(() => {
    sheet.doc.rect(0, 0, HEAD.width, HEAD.height).fill(dark.canvas);
    sheet.doc.save().rect(0, 0, HEAD.width, HEAD.height).clip();
    motif(sheet, { x: page.margin, y: 84, width: inner, height: 176 });
    sheet.doc.restore();
  });
  sheet.text('Cognitive PRO', page.margin, 40, { size: 12, face: 'semibold', color: dark.ink });
  sheet.text(`${kind}, ${date}`, page.margin, 40, { size: 12, color: dark['ink-2'], width: inner, align: 'right' });
  const style = { size: 36, face: 'semibold', color: dark.ink, width: inner, leading: 1.08, tag: 'H1' } as const;
  const leading = { size: 13, color: dark['ink-2'], width: inner, leading: 1.4 } as const;
  const top = HEAD.height - 36 - sheet.heightOf(title, style) - 14 - sheet.heightOf(lead, leading);
  const below = sheet.text(title, page.margin, top, style);
  sheet.text(lead, page.margin, below + 14, leading);
  foot(sheet);
  return HEAD.height + 26;
}

function nextPage(sheet: Sheet, { title }: PaperMeta): number {
  sheet.addPage(`Page ${sheet.pages() + 1}`);
  sheet.artifact(() => {
    sheet.text('Cognitive PRO', page.margin, 30, { size: 8, face: 'semibold' });
    sheet.text(title, page.margin, 30, { size: 8, color: light['ink-3'], width: inner, align: 'right' });
    sheet.rule(page.margin, 46, inner);
  });
  foot(sheet);
  return 72;
}

function foot(sheet: Sheet): void {
  sheet.rule(page.margin, page.height - 44, inner);
  const note = `${legalName}, sample data. ${RISK_WARNING}`;
  // Read out once, on the first page; on the others the note is marked as an artifact.
  if (sheet.pages() === 1) sheet.text(note, page.margin, page.height - 38, { size: 8, color: light['ink-3'] });
  sheet.artifact(() => {
    if (sheet.pages() > 1) sheet.text(note, page.margin, page.height - 38, { size: 8, color: light['ink-3'] });
    sheet.text(String(sheet.pages()), page.margin, page.height - 38, { size: 8, color: light['ink-3'], width: inner, align: 'right' });
  });
}
