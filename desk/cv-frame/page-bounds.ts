import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { present } from '../../contract/checked.ts';

/** What one PDF may cost its reader. A CV that somebody wrote comes nowhere near any of these. */
export const bounds = {
  /** Pages that are shown. */
  pages: 200,
  /** Of the picture of one page, and of either of its sides. */
  canvasPixels: 8_000_000,
  canvasSide: 8192,
  /** Of one image: A4 at 600 dpi. Larger ones are left out. */
  imagePixels: 36_000_000,
  /** Of one image as it is kept. */
  imageBytes: 32_000_000,
  /** Of all images of one page as they are kept. */
  pageImageBytes: 256_000_000,
  /** Steps by which one page is drawn. */
  steps: 300_000,
  /** Milliseconds in which a file is opened, and in which a page is drawn. */
  openMs: 15_000,
  pageMs: 10_000,
  /** Milliseconds for which a page may keep everything else in this frame waiting, its clock included. */
  heldMs: 3000,
} as const;

/** How many pixels of a canvas a CSS pixel gets. @param size in CSS pixels */
export function densityFor({ width, height }: { width: number; height: number }, wanted: number): number {
  const { canvasPixels, canvasSide } = bounds;
  return Math.min(wanted, Math.sqrt(canvasPixels / (width * height)), canvasSide / width, canvasSide / height);
}

type Chunk = { length: number };
type Image = { data?: { length: number } | null; bitmap?: { width: number; height: number } | null } | null;

/** Of pdf.js, beneath what it declares: what its worker sends of a page arrives by these. */
const CHUNK = '_renderPageChunk';
type Receiving = {
  [CHUNK]: (chunk: Chunk, ...more: unknown[]) => void;
  objs: { resolve: (id: string, data?: Image) => void };
};

type Taken = { steps: number; bytes: number; isHeld: () => boolean };

const taken = new WeakMap<PDFPageProxy, Taken>();

/** Before a page is drawn: calls `giveUp` as soon as what arrives of it is more than a page has, and takes no more of it. */
export function guardPage(page: PDFPageProxy, giveUp: () => void): void {
  const isGuarded = taken.has(page);
  taken.set(page, { steps: 0, bytes: 0, isHeld: createStepCheck() });
  if (isGuarded) return;
  const receiving = page as unknown as Receiving;
  const isWithin = (more: { steps?: number; bytes?: number }): boolean => {
    const so = present(taken.get(page));
    so.steps += more.steps ?? 0;
    so.bytes += more.bytes ?? 0;
    if (so.steps <= bounds.steps && so.bytes <= bounds.pageImageBytes && !so.isHeld()) return true;
    giveUp();
    return false;
  };
  const takeChunk = receiving[CHUNK];
  receiving[CHUNK] = (chunk, ...more) => {
    if (isWithin({ steps: chunk.length })) takeChunk.call(page, chunk, ...more);
  };
  const { objs } = receiving;
  const { resolve } = objs;
  objs.resolve = (id, data) => {
    const bytes = data?.data?.length ?? (data?.bitmap ? data.bitmap.width * data.bitmap.height * 4 : 0);
    if (isWithin({ bytes })) resolve.call(objs, id, data);
  };
}

/** @returns whether no message was delivered here for too long: work in microtasks lets no timer run that could end it */
function createStepCheck(): () => boolean {
  const { port1, port2 } = new MessageChannel();
  let sentAt: number | undefined;
  port2.addEventListener('message', () => (sentAt = undefined));
  port2.start();
  return () => {
    if (sentAt === undefined) {
      sentAt = performance.now();
      port1.postMessage('');
    }
    return performance.now() - sentAt > bounds.heldMs;
  };
}

/** @returns `late` where the work is not done by then; it goes on, and nobody waits for it */
export async function within<Done>(ms: number, work: Promise<Done>): Promise<Done | 'late'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), ms)));
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
