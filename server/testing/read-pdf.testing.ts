import { createRequire } from 'node:module';

type TextItem = { str: string; transform: number[]; width: number; type?: undefined };
type Marking = { type: 'beginMarkedContent' | 'beginMarkedContentProps' | 'endMarkedContent'; tag?: string };
type StructNode = { role: string; alt?: string; children?: StructNode[] };
type OutlineItem = { title: string; items: OutlineItem[] };
type PdfPage = {
  view: number[];
  getTextContent(options?: { includeMarkedContent: boolean }): Promise<{ items: (TextItem | Marking)[] }>;
  getStructTree(): Promise<StructNode | null>;
};
type PdfDocument = {
  numPages: number;
  getPage(number: number): Promise<PdfPage>;
  getOutline(): Promise<OutlineItem[] | null>;
  getMetadata(): Promise<{ info: Record<string, unknown> }>;
};
type PdfJs = { getDocument(options: object): { promise: Promise<PdfDocument> } };

/** The text of each page in reading order, with spaces between separate texts. Uses the pdf.js of react-pdf. */
export async function readPages(pdf: Buffer): Promise<string[]> {
  const { pages } = await open(pdf);
  return Promise.all(
    pages.map(async (page) => {
      const { items } = await page.getTextContent();
      const lines = Map.groupBy(
        items.filter(isText).filter((item) => item.str.trim() !== ''),
        (item) => Math.round(item.transform[5]!),
      );
      return [...lines]
        .sort(([a], [b]) => b - a)
        .map(([, line]) => line.map((item) => item.str).join(' '))
        .join(' ');
    }),
  );
}

/** A text with its box in points from the upper left corner of the page, as high as its capitals and descenders. */
type PdfText = { text: string; size: number; left: number; right: number; top: number; bottom: number };

/** Every text of each page, in the order in which it was drawn, and the bookmarks. */
export async function readLayout(
  pdf: Buffer,
): Promise<{ pages: { width: number; height: number; texts: PdfText[] }[]; outline: OutlineItem[] }> {
  const { document, pages } = await open(pdf);
  const read = async (page: PdfPage) => {
    const [, , width = 0, height = 0] = page.view;
    const { items } = await page.getTextContent();
    const texts = items.filter(isText).filter(({ str }) => str.trim() !== '');
    return { width, height, texts: texts.map((item) => boxOf(item, height)) };
  };
  return { pages: await Promise.all(pages.map(read)), outline: (await document.getOutline()) ?? [] };
}

function boxOf({ str, width, transform }: TextItem, height: number): PdfText {
  const [, , , size = 0, left = 0, baseline = 0] = transform;
  return { text: str, size, left, right: left + width, top: height - baseline - 0.7 * size, bottom: height - baseline + 0.2 * size };
}

type Part = { role: string; alt: string | undefined; rows: string[][] };

/** A document's metadata, and for each page its structure and the texts without a tag. */
export async function readTags(pdf: Buffer): Promise<{ info: Record<string, unknown>; pages: { parts: Part[]; unmarked: string[] }[] }> {
  const { document, pages } = await open(pdf);
  const { info } = await document.getMetadata();
  return { info, pages: await Promise.all(pages.map(async (page) => ({ parts: await partsOf(page), unmarked: await unmarkedOf(page) }))) };
}

/** What ISO 14289-1 forbids of a structure: a heading that skips a level, and a table with rows of different lengths. */
export function structureFaults(pages: readonly { parts: readonly Part[] }[]): string[] {
  let level = 0;
  return pages.flatMap(({ parts }, page) =>
    parts.flatMap(({ role, rows }) => {
      const before = level;
      if (/^H\d$/.test(role)) level = Number(role.slice(1));
      const lengths = new Set(rows.map((row) => row.length));
      return [
        ...(level > before + 1 ? [`page ${page + 1}: ${role} after H${before}`] : []),
        ...(lengths.size > 1 ? [`page ${page + 1}: a ${role} with rows of ${[...lengths].join(' and ')}`] : []),
      ];
    }),
  );
}

async function partsOf(page: PdfPage): Promise<Part[]> {
  const root = await page.getStructTree();
  // The root holds the document, which holds the parts of the page.
  const parts = root?.children?.flatMap(({ children }) => children ?? []) ?? [];
  return parts.map(({ role, alt, children = [] }) => ({
    role,
    alt,
    rows: children.filter((child) => child.role === 'TR').map((row) => (row.children ?? []).map((cell) => cell.role)),
  }));
}

async function unmarkedOf(page: PdfPage): Promise<string[]> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  let depth = 0;
  return items.flatMap((item) => {
    if (!isText(item)) depth += item.type === 'endMarkedContent' ? -1 : 1;
    return isText(item) && depth === 0 && item.str.trim() !== '' ? [item.str] : [];
  });
}

function isText(item: TextItem | Marking): item is TextItem {
  return item.type === undefined;
}

async function open(pdf: Buffer): Promise<{ document: PdfDocument; pages: PdfPage[] }> {
  const resolve = createRequire(import.meta.resolve('react-pdf')).resolve;
  const pdfjs = (await import(resolve('pdfjs-dist/legacy/build/pdf.mjs'))) as PdfJs;
  const document = await pdfjs.getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  return { document, pages: await Promise.all(Array.from({ length: document.numPages }, (_, i) => document.getPage(i + 1))) };
}
