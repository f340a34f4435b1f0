import { TextLayer, type PDFPageProxy, type RenderTask } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { bounds, densityFor, within } from './page-bounds.ts';

export type Drawing = { done: Promise<'drawn' | 'late'>; stop: () => void };

/** Draws a page into a sheet; stops if it takes too long. */
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
    // Text that can be selected and read by a screen reader. Links and form fields are drawn but do nothing.
    const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
    task = text;
    await text.render();
    sheet.replaceChildren(canvas, words);
    return 'drawn';
  };
  const stop = () => task?.cancel();
  const done = within(bounds.pageMs, draw()).finally(() => {
    stop();
    // Frees the data that the page was drawn from; the canvas keeps the picture.
    page.cleanup();
  });
  return { done, stop };
}
