import '../../ui/tokens.css';
import './cv-frame.css';
import { getDocument, TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as worker from 'pdfjs-dist/legacy/build/pdf.worker.mjs';

// A document without an origin, without rights and without a network (server/desk/cv-frame-document.ts): whatever a PDF does to its reader, it does it here.

// In this frame's own thread: no worker may be started here.
(globalThis as { pdfjsWorker?: unknown }).pdfjsWorker = worker;

type Asked = { kind: 'show'; bytes: ArrayBuffer; theme: string } | { kind: 'scroll'; by: number } | { kind: 'zoom'; by: number };

const ZOOMS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3];
const pages = document.body.appendChild(document.createElement('main'));
let shown: PDFDocumentProxy | undefined;
let zoom = ZOOMS.indexOf(1);
let drawing = 0;

addEventListener('message', ({ source, data }: MessageEvent<Asked>) => {
  if (source !== parent) return;
  if (data.kind === 'show') void show(data);
  if (data.kind === 'scroll') scrollBy({ top: data.by * innerHeight * 0.9 });
  if (data.kind === 'zoom') {
    zoom = data.by === 0 ? ZOOMS.indexOf(1) : Math.min(Math.max(0, zoom + data.by), ZOOMS.length - 1);
    void draw();
  }
});

// Keys that only look, for whoever pressed into the frame: nothing that a PDF could make of them changes anything.
addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
  if (!ctrlKey && !metaKey && !altKey && ['j', 'k', 'Escape'].includes(key)) tell({ kind: 'key', key });
});

addEventListener('resize', () => void draw());

tell({ kind: 'ready' });

async function show({ bytes, theme }: Extract<Asked, { kind: 'show' }>): Promise<void> {
  document.documentElement.dataset['theme'] = theme;
  try {
    shown = await getDocument({ data: new Uint8Array(bytes), useWasm: false, useSystemFonts: true, verbosity: 0 }).promise;
    await draw();
    tell({ kind: 'shown', pages: shown.numPages });
  } catch (error) {
    tell({ kind: 'failed', why: error instanceof Error && error.name === 'PasswordException' ? 'password' : 'broken' });
  }
}

/** All pages anew, as wide as the frame; what was begun before is left. */
async function draw(): Promise<void> {
  if (shown === undefined) return;
  const turn = (drawing += 1);
  const place = scrollY / Math.max(1, document.documentElement.scrollHeight);
  const drawn: HTMLElement[] = [];
  for (let number = 1; number <= shown.numPages; number += 1) {
    if (turn !== drawing) return;
    drawn.push(await drawPage(await shown.getPage(number)));
    // The first is there while the others come.
    if (number === 1 && pages.childElementCount === 0) pages.replaceChildren(...drawn);
  }
  if (turn !== drawing) return;
  pages.replaceChildren(...drawn);
  scrollTo({ top: place * document.documentElement.scrollHeight });
}

async function drawPage(page: PDFPageProxy): Promise<HTMLElement> {
  const width = Math.max(200, document.documentElement.clientWidth - 16);
  const scale = (width / page.getViewport({ scale: 1 }).width) * ZOOMS[zoom]!;
  const viewport = page.getViewport({ scale });
  const density = Math.min(devicePixelRatio, 2);
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width * density);
  canvas.height = Math.floor(viewport.height * density);
  const sheet = document.createElement('article');
  sheet.ariaLabel = `Page ${page.pageNumber}`;
  sheet.style.width = `${viewport.width}px`;
  sheet.style.height = `${viewport.height}px`;
  sheet.style.setProperty('--total-scale-factor', String(scale));
  await page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] }).promise;
  const words = document.createElement('div');
  words.className = 'words';
  // Words to select and to be read aloud. Links and forms are drawn, and do nothing.
  await new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport }).render();
  sheet.append(canvas, words);
  return sheet;
}

function tell(message: object): void {
  // The frame has no origin, so it cannot name its parent's either; nothing here is secret.
  parent.postMessage(message, '*');
}
