import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pictureMaker } from './picture-maker.ts';

const make = pictureMaker(new URL('picture-process.ts', import.meta.url));
const focus = { x: 0.5, y: 0.5 };

test('a picture is drawn in a process that ends with it, and one that ends early is a fault of its file', async () => {
  const bytes = await sharp({ create: { width: 300, height: 96, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const [drawn, refused] = await Promise.all([
    make({ bytes, shape: 'logo', focus }),
    make({ bytes: Buffer.from('GIF89a'), shape: 'logo', focus }),
  ]);
  expect(drawn).toMatchObject({ ok: true, files: [{ name: 'mark-150.webp' }, { name: 'mark-300.webp' }] });
  expect(refused).toEqual({ ok: false, fault: 'This is not a PNG, JPEG, WebP, AVIF or SVG picture' });
  const broken = pictureMaker(new URL('no-such-process.ts', import.meta.url));
  expect(await broken({ bytes, shape: 'logo', focus })).toMatchObject({
    ok: false,
    fault: expect.stringContaining('too much memory') as string,
  });
});
