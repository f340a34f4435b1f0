import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as worker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import type { CvText } from '../../store/tables/recruiting-tables.ts';
import { isCut } from './cut-pdf.ts';

// Makes pdf.js work in the calling thread, of a process that exists for one CV only (cv-reader.ts).
(globalThis as { pdfjsWorker?: unknown }).pdfjsWorker = worker;

/** What was read of a CV. */
export type CvReading = Pick<CvText, 'state' | 'text'>;
/** @param signal ends the reading, which is thrown */
export type ReadCv = (pdf: Uint8Array, signal?: AbortSignal) => Promise<CvReading>;

const MOST_PAGES = 30;
/** Characters that are kept of a CV: some fifteen full pages. */
const MOST_TEXT = 40_000;

/** The text of a CV, as far as it goes, and whether its end is missing. A file that cannot be read has no text. */
export const readCv: ReadCv = async (pdf) => {
  // Looked at first, since pdf.js takes the bytes.
  const cut = isCut(pdf);
  const task = getDocument({
    data: pdf,
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
  });
  try {
    return { state: cut ? 'cut' : 'whole', text: await textOf(await task.promise) };
  } catch {
    return { state: cut ? 'cut' : 'unreadable', text: '' };
  } finally {
    await task.destroy();
  }
};

async function textOf(document: PDFDocumentProxy): Promise<string> {
  let text = '';
  for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES) && text.length < MOST_TEXT; number += 1) {
    const content = await document
      .getPage(number)
      .then((page) => page.getTextContent())
      .catch(() => undefined);
    for (const item of content?.items ?? []) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    text += '\n';
  }
  return text
    .replaceAll('\0', '')
    .replace(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .trim()
    .slice(0, MOST_TEXT)
    .toWellFormed();
}
