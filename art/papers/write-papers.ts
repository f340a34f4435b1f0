import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { PAPER_IMAGE_WIDTH } from '../../contract/paper.ts';
import { figuresPaper } from './figures-paper.ts';
import { graphPaper } from './graph-paper.ts';
import { HEAD } from './paper-layout.ts';
import { recordPaper } from './record-paper.ts';

/** The date in the files, constant so that they are identical on every machine. */
const MADE = new Date('2025-01-20T09:00:00Z');

const papers = { figures: figuresPaper, 'market-graph': graphPaper, 'track-record': recordPaper };

export async function writePapers(): Promise<void> {
  const folder = fileURLToPath(new URL('../../server/insights/sample/papers/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  for (const [id, write] of Object.entries(papers)) {
    const pdf = await write(MADE);
    writeFileSync(`${folder}${id}.pdf`, pdf);
    writeFileSync(`${folder}${id}.avif`, await picture(pdf));
  }
}

/** Shown at 440 pixels; drawn at twice the size for high-density screens. */
async function picture(pdf: Uint8Array): Promise<Buffer> {
  const width = PAPER_IMAGE_WIDTH * 2;
  const document = await getDocument({ data: Uint8Array.from(pdf), verbosity: 0 }).promise;
  const first = await document.getPage(1);
  const viewport = first.getViewport({ scale: width / HEAD.width });
  const { canvas } = (document.canvasFactory as CanvasFactory).create(width, Math.round((width * HEAD.height) / HEAD.width));
  await first.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
  return sharp(canvas.toBuffer('image/png')).avif({ quality: 62, effort: 6 }).toBuffer();
}

type CanvasFactory = { create(width: number, height: number): { canvas: { toBuffer(type: 'image/png'): Buffer } } };
