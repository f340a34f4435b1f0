import { elementAt } from '../../contract/checked.ts';
import '../../ui/tokens.css';
import './cv-frame.css';
import { getDocument, type PDFDocumentLoadingTask, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as worker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { drawPage, type Drawing } from './draw-page.ts';
import { bounds, guardPage, within } from './page-bounds.ts';

// This document has no origin, no rights and no network access (server/staff/desk-files.ts), so a malicious PDF can harm nothing else.

// pdf.js runs in this frame's main thread: the document may not start a worker.
(globalThis as { pdfjsWorker?: unknown }).pdfjsWorker = worker;

type Asked =
  | { kind: 'show'; bytes: ArrayBuffer; theme: string }
  | { kind: 'scroll'; by: number }
  | { kind: 'zoom'; by: number }
  | { kind: 'ping' };

/** One page of the PDF. It is drawn only while it is near the visible area. `size`: in points, exact once the page was drawn. */
type Sheet = { number: number; element: HTMLElement; size: { width: number; height: number }; isDrawn: boolean };

const ZOOMS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3];
const main = document.body.appendChild(document.createElement('main'));
const near = new Set<Sheet>();
let sheets: Sheet[] = [];
let opened: PDFDocumentLoadingTask | undefined;
let shown: PDFDocumentProxy | undefined;
let current: Drawing | undefined;
let isShown = false;
let isDrawing = false;
let turn = 0;
let zoom = ZOOMS.indexOf(1);

addEventListener('message', ({ source, data }: MessageEvent<Asked>) => {
  if (source !== parent) return;
  if (data.kind === 'ping') tell({ kind: 'alive' });
  if (data.kind === 'show') void show(data);
  if (data.kind === 'scroll') scrollBy({ top: data.by * innerHeight * 0.9 });
  if (data.kind === 'zoom') {
    zoom = data.by === 0 ? ZOOMS.indexOf(1) : Math.min(Math.max(0, zoom + data.by), ZOOMS.length - 1);
    drawAnew();
  }
});

// Forwards a few keys to the parent page. They only navigate: a PDF that forged them could change nothing.
addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
  if (!ctrlKey && !metaKey && !altKey && ['j', 'k', 'Escape'].includes(key)) tell({ kind: 'key', key });
});

addEventListener('resize', drawAnew);

// pdf.js reports an omitted image only as a console warning.
Object.assign(console, {
  warn(text: unknown) {
    if (String(text).includes('Image exceeded')) tell({ kind: 'left out', what: 'images' });
  },
});

const watching = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const sheet = sheets.find(({ element }) => element === target);
      if (sheet === undefined) continue;
      if (isIntersecting) near.add(sheet);
      else {
        near.delete(sheet);
        release(sheet);
      }
    }
    void drawNear();
  },
  { rootMargin: '50% 0px' },
);

tell({ kind: 'ready' });

async function show({ bytes, theme }: Extract<Asked, { kind: 'show' }>): Promise<void> {
  document.documentElement.dataset['theme'] = theme;
  try {
    opened = getDocument({
      data: new Uint8Array(bytes),
      useWasm: false,
      useSystemFonts: true,
      verbosity: 1,
      maxImageSize: bounds.imagePixels,
      canvasMaxAreaInBytes: bounds.imageBytes,
    });
    const first = await within(
      bounds.openMs,
      opened.promise.then(async (pdf) => ({ pdf, page: await pdf.getPage(1) })),
    );
    if (first === 'late') return giveUp();
    const { pdf, page } = first;
    shown = pdf;
    const size = page.getViewport({ scale: 1 });
    sheets = Array.from({ length: Math.min(pdf.numPages, bounds.pages) }, (_, at) => makeSheet(at + 1, size));
    main.replaceChildren(...sheets.map(({ element }) => element));
    layOut();
    near.add(elementAt(sheets, 0));
    await drawNear();
    if (shown === undefined) return;
    isShown = true;
    tell({ kind: 'shown', pages: Math.min(pdf.numPages, MOST_COUNTED) });
    if (pdf.numPages > sheets.length) tell({ kind: 'left out', what: 'pages' });
    for (const { element } of sheets) watching.observe(element);
  } catch (error) {
    if (opened !== undefined)
      tell({ kind: 'failed', why: error instanceof Error && error.name === 'PasswordException' ? 'password' : 'broken' });
  }
}

/** The largest page count that is reported; a higher count is reported as this one. */
const MOST_COUNTED = 10_000;

/** Stops drawing a PDF that exceeds the bounds, and reports it. The parent page then closes this frame. */
function giveUp(): void {
  if (opened === undefined) return;
  turn += 1;
  tell({ kind: 'failed', why: 'large' });
  void opened?.destroy();
  [opened, shown] = [undefined, undefined];
}

function makeSheet(number: number, { width, height }: Sheet['size']): Sheet {
  const element = document.createElement('article');
  element.ariaLabel = `Page ${number}`;
  return { number, element, size: { width, height }, isDrawn: false };
}

function release(sheet: Sheet): void {
  // A canvas frees its memory at once only if its width is 0.
  for (const canvas of sheet.element.querySelectorAll('canvas')) canvas.width = 0;
  sheet.element.replaceChildren();
  sheet.isDrawn = false;
}

/** Makes every page as wide as the frame. */
function layOut(): void {
  for (const sheet of sheets) {
    const { element, size } = sheet;
    const scale = scaleOf(sheet);
    element.style.width = `${size.width * scale}px`;
    element.style.height = `${size.height * scale}px`;
    element.style.setProperty('--total-scale-factor', String(scale));
  }
}

function scaleOf({ size }: Sheet): number {
  return (Math.max(200, document.documentElement.clientWidth - 16) / size.width) * elementAt(ZOOMS, zoom);
}

function drawAnew(): void {
  turn += 1;
  const scrolled = scrollY / Math.max(1, document.documentElement.scrollHeight);
  current?.stop();
  for (const sheet of sheets) sheet.isDrawn = false;
  layOut();
  scrollTo({ top: scrolled * document.documentElement.scrollHeight });
  void drawNear();
}

/** Draws the pages near the visible area, one after the other. */
async function drawNear(): Promise<void> {
  if (isDrawing) return;
  isDrawing = true;
  try {
    for (;;) {
      const next = sheets.find((sheet) => near.has(sheet) && !sheet.isDrawn);
      if (next === undefined || shown === undefined) return;
      await draw(next, shown);
    }
  } finally {
    isDrawing = false;
  }
}

async function draw(sheet: Sheet, pdf: PDFDocumentProxy): Promise<void> {
  const began = turn;
  // Set even if drawing fails, so that a failed page is not tried again and again.
  sheet.isDrawn = true;
  try {
    const page = await pdf.getPage(sheet.number);
    const { width, height } = page.getViewport({ scale: 1 });
    sheet.size = { width, height };
    layOut();
    guardPage(page, giveUp);
    current = drawPage(page, sheet.element, scaleOf(sheet));
    if ((await current.done) === 'late') leaveOut(sheet, 'This page takes too long to draw here. Download the file to see it.');
  } catch (error) {
    // Drawing was cancelled by a change of size.
    if (began !== turn) return;
    if (!isShown && sheet.number === 1) throw error;
    leaveOut(sheet, 'This page cannot be drawn here. Download the file to see it.');
  }
  if (began === turn && !near.has(sheet)) release(sheet);
}

function leaveOut({ element }: Sheet, words: string): void {
  const said = document.createElement('p');
  said.textContent = words;
  element.replaceChildren(said);
  tell({ kind: 'left out', what: 'page' });
}

function tell(message: object): void {
  // The frame has no origin, so it cannot name its parent's. The messages contain nothing secret.
  parent.postMessage(message, '*');
}
