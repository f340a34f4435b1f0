import PDFDocument from 'pdfkit';
import { light } from '../../../ui/tokens.ts';
import { tagsOf, type Tags, type TextTag } from './tags.ts';
import fonts from './fonts.json' with { type: 'json' };

export const page = { width: 595.28, height: 841.89, margin: 48 } as const;
export const inner = page.width - 2 * page.margin;

export type Face = 'regular' | 'semibold' | 'condensed' | 'italic';
export type TextStyle = {
  size: number;
  face?: Face;
  color?: string;
  width?: number;
  align?: 'left' | 'right' | 'center';
  /** Line height as a multiple of the font size. */
  leading?: number;
  tracking?: number;
  /** Structure type of the text. Default: paragraph. */
  tag?: TextTag;
  scope?: 'Column' | 'Row';
};

/** A document on A4, set in Barlow. There is no text flow: every text is drawn at a given position. */
export type Sheet = Tags & {
  doc: PDFKit.PDFDocument;
  /** Draws a text with its top left corner at (x, y). @returns the y below it */
  text(content: string, x: number, y: number, style: TextStyle): number;
  widthOf(content: string, style: TextStyle): number;
  heightOf(content: string, style: TextStyle): number;
  rule(x: number, y: number, width: number, color?: string): void;
  addPage(title: string): void;
  pages(): number;
  finish(): Promise<Uint8Array>;
};

export type SheetMeta = {
  title: string;
  author: string;
  subject: string;
  /** Date of the file, so that the same content gives the same file. */
  made: Date;
  italic?: Uint8Array;
};

export function openSheet({ title, author, subject, made, italic }: SheetMeta): Sheet {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    // pdfkit's types allow only font names here; it also accepts bytes.
    font: bytesOf('regular') as unknown as string,
    lang: 'en-GB',
    displayTitle: true,
    pdfVersion: '1.7',
    tagged: true,
    info: { Title: title, Author: author, Subject: subject, Creator: author, Producer: author, CreationDate: made },
  });
  for (const face of ['regular', 'semibold', 'condensed'] as const) doc.registerFont(face, bytesOf(face));
  if (italic !== undefined) doc.registerFont('italic' satisfies Face, italic);
  const tags = tagsOf(doc, title);
  let count = 0;

  return {
    ...tags,
    doc,
    text(content, x, y, style) {
      const options = prepare(doc, content, style);
      doc.fillColor(style.color ?? light.ink);
      const scope = style.scope && { scope: style.scope };
      tags.mark(style.tag ?? 'P', () => doc.text(content, x, y, options), scope);
      return style.width === undefined ? y + style.size * (style.leading ?? 1.35) : doc.y;
    },
    widthOf(content, style) {
      return doc.widthOfString(content, prepare(doc, content, style));
    },
    heightOf(content, style) {
      return doc.heightOfString(content, prepare(doc, content, style));
    },
    rule(x, y, width, color = light.line) {
      tags.artifact(() =>
        doc
          .lineWidth(0.6)
          .moveTo(x, y)
          .lineTo(x + width, y)
          .stroke(color),
      );
    },
    addPage(name) {
      doc.addPage();
      doc.outline.addItem(name);
      count += 1;
    },
    pages: () => count,
    finish: () => finished(doc),
  };
}

function prepare(doc: PDFKit.PDFDocument, content: string, style: TextStyle): PDFKit.Mixins.TextOptions {
  doc.font(style.face ?? 'regular').fontSize(style.size);
  return {
    ...(style.width === undefined ? { lineBreak: false } : { width: style.width, align: style.align ?? ('left' as const) }),
    lineGap: style.size * ((style.leading ?? 1.35) - NATURAL_LEADING),
    characterSpacing: (style.tracking ?? 0) * style.size,
    // Digits of equal width for numbers in a column. Only there, because pdfkit does not cache the layout of words with font features.
    ...(/^[^a-z]*\d[^a-z]*$/i.test(content) && { features: ['kern', 'tnum', 'lnum'] }),
  };
}

/** The bytes of the document. It is small: its pages stay in memory and are read at its end. */
function finished(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
    doc.end();
  });
}

/** Barlow's own line height, as a multiple of the font size. */
const NATURAL_LEADING = 1.2;

function bytesOf(face: keyof typeof fonts): Uint8Array {
  return Buffer.from(fonts[face], 'base64');
}
