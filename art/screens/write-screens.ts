import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { dark } from '../../ui/tokens.ts';
import { cards, screens } from './all.ts';

/** Widths in pixels. The middle ones, for phones of medium density, are written as AVIF only. */
const widths = { screen: [960, 1920], card: [720, 1440], screenPhone: [390, 650, 780], cardPhone: [390, 780] } as const;
const AVIF_ALONE = 650;

/** Options for AVIF. */
const WIDE = { quality: 58, effort: 5 };
const PHONE = { quality: 46, effort: 5 };
/** For the largest element of a phone's first view: below 14 KB it arrives in one round trip. Encoding takes a minute. */
const FIRST = { quality: 46, effort: 9 };

type Job = { file: string; draw: () => string; width: number; avif: typeof WIDE };

export async function writeScreens(): Promise<void> {
  const folder = fileURLToPath(new URL('../../site/public/screens/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  const jobs: Job[] = [
    ...screens.map((screen, i) => ({ ...screen, wide: widths.screen, phone: widths.screenPhone, avif: i === 0 ? FIRST : PHONE })),
    ...cards.map((card) => ({ ...card, wide: widths.card, phone: widths.cardPhone, avif: PHONE })),
  ].flatMap(({ wide, phone, avif, ...screen }) => [
    ...wide.map((width) => ({ file: `${folder}${screen.id}-${width}`, draw: () => screen.desktop(), width, avif: WIDE })),
    ...phone.map((width) => ({ file: `${folder}${screen.id}-phone-${width}`, draw: () => screen.mobile(), width, avif })),
  ]);
  // A few at a time: AVIF uses a whole core, and a queue of bitmaps would fill the memory.
  const workers = Array.from({ length: availableParallelism() }, async () => {
    for (let job = jobs.pop(); job; job = jobs.pop()) await write(job);
  });
  await Promise.all(workers);
}

async function write({ file, draw, width, avif }: Job): Promise<void> {
  const svg = draw();
  const natural = Number(/width="(\d+)"/.exec(svg)?.[1]);
  const bitmap = await sharp(Buffer.from(svg), { density: (72 * width) / natural })
    .resize(width)
    .flatten({ background: dark.canvas })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: bitmap.info.width, height: bitmap.info.height, channels: bitmap.info.channels };
  await sharp(bitmap.data, { raw })
    .avif({ ...avif, chromaSubsampling: '4:4:4' })
    .toFile(`${file}.avif`);
  if (width === AVIF_ALONE) return;
  await sharp(bitmap.data, { raw }).webp({ quality: 80, effort: 6, smartSubsample: true }).toFile(`${file}.webp`);
}
