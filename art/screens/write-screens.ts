import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { dark } from '../../ui/tokens.ts';
import { cards, screens } from './all.ts';

/** Widths in px of each shape's two densities. */
const widths = { screen: [960, 1920], card: [720, 1440], phone: [390, 780] } as const;

/** Of AVIF. On a phone the first of them is the largest thing of the first view, and is shown at half its pixels. */
const QUALITY = 58;
const PHONE_QUALITY = 46;

export async function writeScreens(): Promise<void> {
  const folder = fileURLToPath(new URL('../../site/public/screens/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const jobs = [
    ...screens.map((screen) => ({ ...screen, wide: widths.screen })),
    ...cards.map((card) => ({ ...card, wide: widths.card })),
  ].flatMap((screen) => [
    ...screen.wide.map((width) => ({ file: `${folder}${screen.id}-${width}`, draw: () => screen.desktop(), width, quality: QUALITY })),
    ...widths.phone.map((width) => ({
      file: `${folder}${screen.id}-phone-${width}`,
      draw: () => screen.mobile(),
      width,
      quality: PHONE_QUALITY,
    })),
  ]);
  // A few at a time: AVIF takes all of a core, and a queue of bitmaps all memory.
  const workers = Array.from({ length: availableParallelism() }, async () => {
    for (let job = jobs.pop(); job; job = jobs.pop()) await write(job);
  });
  await Promise.all(workers);
}

async function write({ file, draw, width, quality }: { file: string; draw: () => string; width: number; quality: number }): Promise<void> {
  const svg = draw();
  const natural = Number(/width="(\d+)"/.exec(svg)![1]);
  const bitmap = await sharp(Buffer.from(svg), { density: (72 * width) / natural })
    .resize(width)
    .flatten({ background: dark.canvas })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: bitmap.info.width, height: bitmap.info.height, channels: bitmap.info.channels };
  await Promise.all([
    sharp(bitmap.data, { raw }).avif({ quality, effort: 5, chromaSubsampling: '4:4:4' }).toFile(`${file}.avif`),
    sharp(bitmap.data, { raw }).webp({ quality: 80, effort: 6, smartSubsample: true }).toFile(`${file}.webp`),
  ]);
}
