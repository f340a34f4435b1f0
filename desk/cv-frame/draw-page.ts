import { TextLayer, type PDFPageProxy, type RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { bounds, densityFor, within } from './page-bounds.ts';

export type Drawing = { done: Promise<'drawn' | 'late'>; stop: () => void };

/** Draws a page into a sheet, and gives up where it takes too long. */
export function drawPage(page: PDFPageProxy, sheet: HTMLElement, scale: number): Drawing {
  const viewport = page.getViewport({ scale });
  const density = densityFor(viewport, Math.min(devicePixelRatio, 2));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width * density));
  canvas.height = Math.max(1, Math.floor(viewport.height * density));
  const words = document.createElement('div');
  words.className = 'words';
  let task: RenderTask | TextLayer | undefined;
  const draw = async (): Promise<'drawn'> => {
    const rendering = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
    task = rendering;
    await rendering.promise;
    // Words to select and to be read aloud. Links and forms are drawn, and do nothing.
    const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
    task = text;
    await text.render();
    sheet.replaceChildren(canvas, words);
    return 'drawn';
  };
  const stop = () => task?.cancel();
  const done = within(bounds.pageMs, draw()).finally(() => {
    stop();
    // What it was drawn from is let go: the picture stays.
    page.cleanup();
  });
  return { done, stop };
}
