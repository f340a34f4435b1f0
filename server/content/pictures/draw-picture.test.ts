import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pictureLimits, staffPicture, type PictureShape } from '../../../contract/pictures.ts';
import { drawPicture } from './draw-picture.ts';
import { everyEighthRun } from '../../testing/rotation.testing.ts';

const MIDDLE = { x: 0.5, y: 0.5 };
const plain = (width: number, height: number, background = 'teal') => sharp({ create: { width, height, channels: 3, background } });
const draw = (bytes: Uint8Array | string, shape: PictureShape = 'logo', focus = MIDDLE) =>
  drawPicture({ bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes, shape, focus });
const faultOf = async (bytes: Uint8Array | string, shape?: PictureShape) => {
  const drawn = await draw(bytes, shape);
  return drawn.ok ? undefined : drawn.fault;
};
const made = async (bytes: Uint8Array | string, shape?: PictureShape, focus = MIDDLE) => {
  const drawn = await draw(bytes, shape, focus);
  if (!drawn.ok) throw new Error(drawn.fault);
  return drawn;
};
const svg = (inside: string, attributes = 'width="150" height="48"') =>
  `<?xml version="1.0"?>\n<!-- drawn by hand --><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

/** A PNG of given chunks, each with its sum. */
function png(...chunks: [name: string, data: Buffer][]): Buffer {
  const parts = chunks.map(([name, data]) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  });
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

function header(width: number, height: number): [string, Buffer] {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width);
  data.writeUInt32BE(height, 4);
  data.set([8, 2], 8);
  return ['IHDR', data];
}

describe('a picture is drawn', () => {
  everyEighthRun(test, 4)('in the cuts, widths and types of its place, and is named by its content', async () => {
    const bytes = await plain(1500, 1000).jpeg().toBuffer();
    const { id, value, files } = await made(bytes, 'card');
    expect(value).toBe(`${id}:wide=720,1440@480:phone=390,780@300`);
    expect(staffPicture(value)?.cuts.get('phone')).toEqual({ widths: [390, 780], height: 300 });
    const sizes = await Promise.all(
      files.map(async ({ name, type, bytes: file }) => {
        const { width, height, format } = await sharp(file).metadata();
        return [name, type, `${format} ${width}x${height}`];
      }),
    );
    expect(sizes).toEqual([
      ['wide-720.avif', 'image/avif', 'heif 720x480'],
      ['wide-1440.avif', 'image/avif', 'heif 1440x960'],
      ['wide-720.webp', 'image/webp', 'webp 720x480'],
      ['wide-1440.webp', 'image/webp', 'webp 1440x960'],
      ['phone-390.avif', 'image/avif', 'heif 390x300'],
      ['phone-780.avif', 'image/avif', 'heif 780x600'],
      ['phone-390.webp', 'image/webp', 'webp 390x300'],
      ['phone-780.webp', 'image/webp', 'webp 780x600'],
    ]);
    const again = await made(bytes, 'position');
    expect(again.id).toMatch(/^[0-9a-f]{32}$/);
    expect(again.id).not.toBe(id);
    expect((await made(bytes, 'position')).id).toBe(again.id);
  });

  test('without what its file says of place, time, camera and colours, and upright', async () => {
    const gps = { IFD0: { Make: 'Camera', Copyright: 'Somebody' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 28/1 0/1' } };
    const photo = await plain(400, 900)
      .withExif(gps)
      .withMetadata({ orientation: 6, icc: 'p3' })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(await sharp(photo).metadata()).toHaveProperty('exif');
    const { files } = await made(photo, 'position');
    for (const { bytes } of files) {
      const { exif, xmp, icc, iptc, orientation, width, height } = await sharp(bytes).metadata();
      expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
      expect(width).toBeGreaterThan(height);
      expect(/Camera|Somebody|secret/.test(Buffer.from(bytes).toString('latin1'))).toBe(false);
    }
  });

  test('with what was pressed in sight', async () => {
    const [red, blue] = [await plain(800, 400, 'red').png().toBuffer(), await plain(800, 400, 'blue').png().toBuffer()];
    const both = await plain(1600, 400)
      .composite([
        { input: red, left: 0, top: 0 },
        { input: blue, left: 800, top: 0 },
      ])
      .png()
      .toBuffer();
    const first = async (focus: { x: number; y: number }) => {
      const [file] = (await made(both, 'position', focus)).files;
      const { channels } = await sharp(file!.bytes).stats();
      return channels.map(({ mean }) => Math.round(mean / 85));
    };
    expect([await first({ x: 0, y: 0.5 }), await first({ x: 1, y: 0.5 })]).toEqual([
      [3, 0, 0],
      [0, 0, 3],
    ]);
  });

  test('whole, transparent, and never larger than it is, where it is a logo', async () => {
    const mark = await sharp({ create: { width: 300, height: 96, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    const { value, files } = await made(mark);
    expect(value).toMatch(/^\w+:mark=150,300@48$/);
    expect((await sharp(files[0]!.bytes).metadata()).hasAlpha).toBe(true);
    expect((await made(svg('<path d="M0 0h150v48z"/>'))).value).toMatch(/:mark=150,300,450@48$/);
    expect((await made(await sharp(mark).greyscale().png().toBuffer())).value).toMatch(/:mark=150,300@48$/);
  });

  test('whole and transparent where it is the company’s sign, which is its icons on white as well', async () => {
    const { value, files } = await made(svg('<path fill="navy" d="M0 0h100v20H0z"/>', 'width="100" height="20"'), 'sign');
    expect(value).toMatch(/^\w+:sign=180,360,540@36:icon=32,192,512@32:tile=64,180@64$/);
    const looks = await Promise.all(
      files.map(async ({ name, bytes }) => {
        const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
        return [name, info.width, info.height, [...data.subarray(0, 4)].join()] as const;
      }),
    );
    expect(looks.filter(([name]) => !name.startsWith('sign'))).toEqual(
      [32, 192, 512]
        .map((size) => [`icon-${size}.png`, size, size, '255,255,255,255'])
        .concat([64, 180].map((size) => [`tile-${size}.png`, size, size, '255,255,255,255'])),
    );
    const clear = await made(svg('<circle cx="24" cy="24" r="20"/>', 'width="48" height="48"'), 'icon');
    expect(clear.value).toMatch(/^\w+:icon=32,192,512@32:tile=64,180@64$/);
    expect((await sharp(clear.files[0]!.bytes).metadata()).hasAlpha).toBe(true);
    expect((await sharp(clear.files[4]!.bytes).metadata()).hasAlpha).toBe(false);
    expect(await faultOf(await plain(100, 100).png().toBuffer(), 'icon')).toContain('at least 192 pixels wide');
  });

  test('from a drawing, whose scripts do not run and whose addresses are not asked', async () => {
    const hostile = svg(
      '<script>globalThis.ran = true</script><style>path{fill:red}</style><path onload="alert(1)" d="M0 0h150v48z"/><a href="javascript:alert(1)"><circle r="9"/></a><use xlink:href="file:///etc/passwd#x"/><use href="http://127.0.0.1:9/x.svg#a"/>',
    );
    const { files } = await made(hostile);
    expect(files.map(({ type }) => type)).toEqual(['image/webp', 'image/webp', 'image/webp']);
    for (const { bytes } of files) expect(/script|alert|passwd/.test(Buffer.from(bytes).toString('latin1'))).toBe(false);
  });
});

describe('refused in words is', () => {
  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page before a drawing', `<p>${svg('')}`],
    ['a GIF that is also a script', 'GIF89a/*\x01\x00\x01\x00*/=1;alert(1)'],
    ['nothing', ''],
    ['a compressed drawing', Buffer.from([0x1f, 0x8b, 8, 0, 0])],
    ['a prolog that never ends', `<!--${'<!--'.repeat(100_000)}`],
  ])('%s', async (_, bytes) => {
    expect(await faultOf(bytes)).toBe('This is not a PNG, JPEG, WebP, AVIF or SVG picture');
  });

  test.each([
    ['a picture', '<image href="data:image/png;base64,AAAA"/>'],
    ['a page', '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe/></body></foreignObject>'],
    ['styles of elsewhere', '<style>@import url(http://127.0.0.1/x.css)</style>'],
  ])('a drawing with %s in it', async (_, inside) => {
    expect(await faultOf(svg(inside))).toContain('has pictures or styles of other files in it');
  });

  test('a drawing with entities, or with letters', async () => {
    const laughs = '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';
    expect(await faultOf(`${laughs}${svg('<path d="M0 0h9"/>')}`)).toMatch(/not a PNG|other files/);
    expect(await faultOf(svg('<text>Ledger</text>'))).toContain('turn its texts into outlines');
  });

  test('a bomb: of pixels, or of frames', async () => {
    const pixels: [string, Buffer] = ['IDAT', deflateSync(Buffer.alloc(1000))];
    expect(await faultOf(png(header(50_000, 50_000), pixels, ['IEND', Buffer.alloc(0)]))).toBe(
      `The picture has 2500 million pixels, and at most ${pictureLimits.pixels / 1e6} are read`,
    );
    const frames = Buffer.alloc(8);
    frames.writeUInt32BE(5000);
    expect(await faultOf(png(header(100, 100), ['acTL', frames], pixels, ['IEND', Buffer.alloc(0)]))).toContain('moves');
    const raw = { width: 8, height: 8 * 40, channels: 3, pageHeight: 8 } as const;
    const noise = Buffer.from(Array.from({ length: 8 * 8 * 40 * 3 }, (__, at) => (at * 7919) % 256));
    const moving = await sharp(noise, { raw }).webp().toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(40);
    expect(await faultOf(moving)).toContain('moves');
    expect(await faultOf(svg('<path d="M0 0h9v9z"/>', 'width="90000000" height="90000000"'))).toBeDefined();
  });

  test('one that is damaged, or too small for its place', async () => {
    const whole = await plain(300, 96).png().toBuffer();
    expect(await faultOf(whole.subarray(0, 200))).toContain('damaged');
    expect(await faultOf(png(header(300, 96), ['IDAT', Buffer.from('no')], ['IEND', Buffer.alloc(0)]))).toContain('damaged');
    expect(await faultOf(whole, 'screen')).toContain('at least 960 pixels wide');
  });

  everyEighthRun(test, 5)('one that is too heavy for its place', async () => {
    const noise = Buffer.from(Array.from({ length: 720 * 480 * 3 }, (_, at) => Math.imul(at, 2_654_435_761) >>> 24));
    const heavy = await sharp(noise, { raw: { width: 720, height: 480, channels: 3 } })
      .png()
      .toBuffer();
    expect(await faultOf(heavy, 'position')).toContain('more than the 60 KB');
  });

  test('nothing for what follows the picture in its file: it is left behind', async () => {
    const both = Buffer.concat([await plain(300, 96).png().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
    for (const { bytes } of (await made(both)).files) expect(Buffer.from(bytes).includes('<script>')).toBe(false);
  });
});
