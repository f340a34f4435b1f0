import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { present } from '../../contract/checked.ts';

/** Limits on the work that one PDF may cause. A normal CV stays far below each of them. */
export const bounds = {
  /** Pages that are drawn. */
  pages: 200,
  /** The canvas of one page: pixels in total, and pixels of each side. */
  canvasPixels: 8_000_000,
  canvasSide: 8192,
  /** Pixels of one image: A4 at 600 dpi. Larger images are left out. */
  imagePixels: 36_000_000,
  /** Bytes of one decoded image. */
  imageBytes: 32_000_000,
  /** Bytes of all decoded images of one page. */
  pageImageBytes: 256_000_000,
  /** Drawing operations of one page. */
  steps: 300_000,
  /** Milliseconds for opening a file, and for drawing a page. */
  openMs: 15_000,
  pageMs: 10_000,
  /** Milliseconds for which a page may block this frame's main thread, and with it every timer. */
  heldMs: 3000,
} as const;

/**
 * @param size in CSS pixels @param wanted canvas pixels per CSS pixel
 * @returns canvas pixels per CSS pixel: `wanted`, or less if the canvas would exceed the bounds
 */
export function densityFor({ width, height }: { width: number; height: number }, wanted: number): number {
  const { canvasPixels, canvasSide } = bounds;
  return Math.min(wanted, Math.sqrt(canvasPixels / (width * height)), canvasSide / width, canvasSide / height);
}

type Chunk = { length: number };
type Image = { data?: { length: number } | null; bitmap?: { width: number; height: number } | null } | null;

/** Internal to pdf.js, not in its types: `_renderPageChunk` and `objs` receive the worker's data for a page. */
const CHUNK = '_renderPageChunk';
type Receiving = {
  [CHUNK]: (chunk: Chunk, ...more: unknown[]) => void;
  objs: { resolve: (id: string, data?: Image) => void };
};

type Taken = { steps: number; bytes: number; isHeld: () => boolean };

const taken = new WeakMap<PDFPageProxy, Taken>();

/** Watches the data that pdf.js receives for a page. Above the bounds it calls `giveUp` and drops the rest. Call it before drawing. */
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

/** @returns a function that tells whether the event loop was blocked for too long: work in microtasks lets no timer run that could stop it */
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

/** @returns the result of `work`, or `late` after `ms` milliseconds; the work itself is not stopped */
export async function within<Done>(ms: number, work: Promise<Done>): Promise<Done | 'late'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), ms)));
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
