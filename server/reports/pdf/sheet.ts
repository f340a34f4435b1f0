import PDFDocument from 'pdfkit';
import { NO_FIGURE } from '../../../contract/figures/format.ts';
import { light } from '../../../ui/tokens.ts';
import { tagsOf, type Scope, type Tags, type TextTag } from './tags.ts';
import fonts from './fonts.json' with { type: 'json' };

export const page = { width: 595.28, height: 841.89, margin: 48 } as const;
export const inner = page.width - 2 * page.margin;

export type TextStyle = {
  size: number;
  face?: keyof typeof fonts;
  color?: string;
  width?: number;
  align?: 'left' | 'right' | 'center';
  /** Line height as a multiple of the font size. */
  leading?: number;
  /** Structure type of the text. Default: paragraph. */
  tag?: TextTag;
  scope?: Scope;
};

export type Box = { x: number; y: number; width: number; height: number };

/** The pages of a document, known when it has been laid out: how many, and on which one each anchor is. */
export type PageNumbers = { total: number; of: ReadonlyMap<string, number> };

type Bookmark = PDFKit.PDFOutline;

/** A document on A4, set in Barlow. Every text is drawn at a given position; flow.ts goes from page to page. */
export type Sheet = Tags & {
  doc: PDFKit.PDFDocument;
  /** Draws a text with its top left corner at (x, y). @returns the y below it */
  text(content: string, x: number, y: number, style: TextStyle): number;
  /** Draws a text that leads to an anchor of the document (`#name`) or to an address. @returns the y below it */
  link(content: string, to: string, at: { x: number; y: number }, style: TextStyle): number;
  widthOf(content: string, style: TextStyle): number;
  heightOf(content: string, style: TextStyle): number;
  rule(x: number, y: number, width: number, color?: string): void;
  /** Draws a picture with its alternative text; left out while the pages are only counted. */
  figure(alt: string, box: Box, draw: () => void): void;
  addPage(): void;
  /** Adds a bookmark to the current page. */
  bookmark(title: string, within?: Bookmark): Bookmark;
  /** Names the current page, for links and page numbers. */
  anchor(name: string): void;
  /** The page of an anchor, or all pages; a stand-in while the pages are only counted. */
  pageOf(name: string): number;
  pages(): number;
  total(): number;
};

export type SheetMeta = {
  title: string;
  author: string;
  subject: string;
  /** Date of the file, so that the same content gives the same file. */
  made: Date;
};

/** Draws a document twice: its first pages name the numbers of later ones, which the first drawing finds out. */
export function renderSheet(meta: SheetMeta, draw: (sheet: Sheet) => void): Promise<Uint8Array> {
  const counted = openSheet(meta, undefined);
  draw(counted.sheet);
  const { doc, sheet } = openSheet(meta, counted.numbers());
  draw(sheet);
  return finished(doc);
}

function openSheet({ title, author, subject, made }: SheetMeta, known: PageNumbers | undefined) {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    // No default font: pdfkit would open a font anew at each use if it was used under another name before.
    font: '',
    lang: 'en-GB',
    displayTitle: true,
    pdfVersion: '1.7',
    // pdfkit's types do not have it.
    ...({ subset: 'PDF/UA' } as object),
    tagged: true,
    info: { Title: title, Author: author, Subject: subject, Creator: author, Producer: author, CreationDate: made },
  });
  for (const face of ['regular', 'semibold', 'condensed'] as const) doc.registerFont(face, bytesOf(face));
  const anchors = new Map<string, number>();
  let count = 0;

  const sheet: Sheet = {
    ...drawingOf(doc, tagsOf(doc, title), known !== undefined),
    addPage() {
      doc.addPage();
      count += 1;
    },
    bookmark: (name, within = doc.outline) => within.addItem(name, { expanded: false }),
    anchor(name) {
      doc.addNamedDestination(name);
      anchors.set(name, count);
    },
    pageOf: (name) => known?.of.get(name) ?? 0,
    pages: () => count,
    total: () => known?.total ?? 0,
  };
  return { doc, sheet, numbers: (): PageNumbers => ({ total: count, of: anchors }) };
}

type Drawing = Tags & Pick<Sheet, 'doc' | 'text' | 'link' | 'widthOf' | 'heightOf' | 'rule' | 'figure'>;

/** @param withFigures whether pictures are drawn */
function drawingOf(doc: PDFKit.PDFDocument, tags: Tags, withFigures: boolean): Drawing {
  const text: Sheet['text'] = (content, x, y, style) => {
    const options = prepare(doc, content, style);
    doc.fillColor(style.color ?? light.ink);
    const scope = style.scope && { scope: style.scope };
    const [left, placed] = style.align === 'right' ? onRight(doc, content, { x, options }) : [x, options];
    const lines = placed === options ? withWholeFigures(doc, content, options) : content;
    tags.mark(style.tag ?? 'P', () => doc.text(lines, round(left), round(y), placed), scope);
    if (placed !== options) return y + style.size * (style.leading ?? 1.35);
    return style.width === undefined ? y + style.size * (style.leading ?? 1.35) : doc.y;
  };
  return {
    ...tags,
    doc,
    text,
    link(content, to, { x, y }, style) {
      return tags.mark('Link', (structParent) => {
        const below = text(content, x, y, style);
        const width = Math.min(doc.widthOfString(content, prepare(doc, content, style)), style.width ?? Infinity);
        const left = style.align === 'right' ? x + (style.width ?? width) - width : x;
        // pdfkit writes a String object as a PDF string, and a primitive string as a PDF name.
        const options = { structParent, Contents: new String(content) as string };
        if (to.startsWith('#')) doc.goTo(left, y, width, below - y, to.slice(1), options);
        else doc.link(left, y, width, below - y, to, options);
        return below;
      });
    },
    widthOf: (content, style) => doc.widthOfString(content, prepare(doc, content, style)),
    heightOf(content, style) {
      const options = prepare(doc, content, style);
      return doc.heightOfString(withWholeFigures(doc, content, options), options);
    },
    rule(x, y, width, color = light.line) {
      tags.artifact(() =>
        doc
          .lineWidth(0.6)
          .moveTo(round(x), round(y))
          .lineTo(round(x + width), round(y))
          .stroke(color),
      );
    },
    figure(alt, { x, y, width, height }, draw) {
      if (withFigures) tags.mark('Figure', draw, { alt, bbox: [round(x), round(y), round(x + width), round(y + height)] });
    },
  };
}

type Options = PDFKit.Mixins.TextOptions;

/** Where a line begins that ends on the right: pdfkit's own place has six decimals. Text of more than a line is left to pdfkit. */
function onRight(doc: PDFKit.PDFDocument, content: string, { x, options }: { x: number; options: Options }): [x: number, options: Options] {
  const { width = 0, ...rest } = options;
  const needed = doc.widthOfString(content, options);
  return needed > width ? [x, options] : [x + width - needed, { ...rest, align: 'left', lineBreak: false }];
}

/** Points by which pdfkit, which adds up widths of words, may find a line longer. */
const SLACK = 3;

/** Breaks the lines of a text with `n/a` at its spaces: pdfkit would also break behind the stroke. */
function withWholeFigures(doc: PDFKit.PDFDocument, content: string, options: Options): string {
  const { width } = options;
  if (width === undefined || !content.includes(NO_FIGURE)) return content;
  const lines: string[] = [];
  for (const word of content.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length === 0 || doc.widthOfString(longer, options) > width - SLACK) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join('\n');
}

function prepare(doc: PDFKit.PDFDocument, content: string, style: TextStyle): PDFKit.Mixins.TextOptions {
  doc.font(style.face ?? 'regular').fontSize(style.size);
  cacheLayouts(Reflect.get(doc, '_font'));
  return {
    ...(style.width === undefined ? { lineBreak: false } : { width: style.width, align: style.align ?? ('left' as const) }),
    lineGap: style.size * ((style.leading ?? 1.35) - NATURAL_LEADING),
    // Digits of equal width for numbers in a column. Only there, because a layout with font features takes long.
    ...(/^[^a-z]*\d[^a-z]*$/i.test(content) && { features: ['kern', 'tnum', 'lnum'] }),
  };
}

type Layouts = { layout: (text: string, features?: object, onlyWidth?: boolean) => object };

const caching = new WeakSet<Layouts>();

/** Makes a font of pdfkit cache the layouts of texts with font features, which are always the same ones: numbers come again and again. */
function cacheLayouts(font: Layouts): void {
  if (caching.has(font)) return;
  caching.add(font);
  const known = new Map<string, object>();
  const layout = font.layout.bind(font);
  font.layout = (text, features, onlyWidth) => {
    if (features === undefined) return layout(text, features, onlyWidth);
    const run = known.get(text) ?? layout(text, features);
    known.set(text, run);
    return run;
  };
}

function finished(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
    doc.end();
  });
}

/** A coordinate to a tenth of a point: what is finer takes room and is not seen. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Barlow's own line height, as a multiple of the font size. */
const NATURAL_LEADING = 1.2;

function bytesOf(face: keyof typeof fonts): Uint8Array {
  return Buffer.from(fonts[face], 'base64');
}
