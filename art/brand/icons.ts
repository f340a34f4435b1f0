import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { light, onDark } from '../../ui/tokens.ts';
import { signSvg } from './logo-sign.ts';

/** Colours of the site's icons, whose background is the ink of the light palette. */
const icon = { ink: light.canvas, accent: onDark.comparison, ground: light.ink } as const;

export async function writeIcons(): Promise<void> {
  const svg = signSvg(icon);
  writeFileSync(file('site/public/favicon.svg'), svg);
  const sizes = await Promise.all([16, 32, 48].map((size) => png(svg, size)));
  writeFileSync(file('site/public/favicon.ico'), ico(sizes));
  // The logo in mails, at twice its size.
  writeFileSync(file('server/mail/logo.png'), await png(svg, 64));
  const square = signSvg({ ...icon, air: 6 });
  for (const [name, size] of [
    ['apple-touch-icon', 180],
    ['icon-192', 192],
    ['icon-512', 512],
  ] as const) {
    writeFileSync(file(`site/public/${name}.png`), await png(square, size));
  }
}

function png(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

function ico(images: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach((image, i) => {
    const at = 6 + 16 * i;
    // Width and height, from the PNG's header.
    head.writeUInt8(image.readUInt32BE(16) % 256, at);
    head.writeUInt8(image.readUInt32BE(20) % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(image.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += image.length;
  });
  return Buffer.concat([head, ...images]);
}

function file(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
