import sharp, { type Sharp } from 'sharp';
import { createHash } from 'node:crypto';
import {
  pictureFile,
  pictureLimits,
  pictureValue,
  shapeOf,
  type Cut,
  type PictureShape,
  type PictureType,
  type StaffPicture,
} from '../../../contract/pictures.ts';
import { pictureKind } from './picture-kind.ts';

/** `focus`: the point that must stay in sight where the picture is cut, each coordinate from 0 to 1. */
export type PictureAsked = { bytes: Uint8Array; shape: PictureShape; focus: { x: number; y: number } };

export type DrawnFile = { name: string; type: string; bytes: Uint8Array };

export type DrawnPicture = { ok: true; id: string; value: string; files: DrawnFile[] } | { ok: false; fault: string };

type Pixels = { data: Buffer; width: number; height: number; channels: 3 | 4 };

// Blocks all loaders except those of five formats from memory: none reads other formats, disks or networks.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`) });
sharp.concurrency(1);
sharp.cache(false);

/**
 * Draws a picture anew in the sizes and types of its place. Only the pixels of the file are kept, in sRGB: no metadata, no script, and nothing by
 * which the file could be read as another format. Runs in a process of its own (picture-process.ts).
 */
export async function drawPicture({ bytes, shape, focus }: PictureAsked): Promise<DrawnPicture> {
  const kind = pictureKind(bytes);
  if ('fault' in kind) return { ok: false, fault: kind.fault };
  const decoded = await decode(Buffer.from(bytes), shape, kind.type === 'svg').catch(() => unreadable);
  if ('fault' in decoded) return { ok: false, fault: decoded.fault };
  const { cuts, types: shared, most } = shapeOf(shape);
  const made: { cut: string; width: number; type: PictureType; bytes: Buffer }[] = [];
  const picture: StaffPicture['cuts'] & Map<string, { widths: number[]; height: number }> = new Map();
  for (const cut of cuts) {
    const { name, types = shared } = cut;
    const area = cut.fit === undefined ? areaOf(decoded, cut, focus) : whole(decoded);
    const [across, down] = cut.fit === 'inside' ? inside(decoded, cut) : [cut.width, cut.height];
    const wanted = cut.fit === 'inside' ? [across, across * 2, across * 3] : cut.widths;
    if (cut.fit !== 'centred' && area.width < across) return { ok: false, fault: tooSmall(decoded, cut.width, kind.type === 'svg') };
    const widths = wanted.filter((width, index) => index === 0 || width <= area.width || cut.fit === 'centred');
    picture.set(name, { widths, height: Math.round((down * (widths[0] ?? across)) / across) });
    for (const type of types) {
      for (const width of widths) {
        const size = { width, height: Math.round((down * width) / across) };
        const file = await lightest(() => placed(cutOut(decoded, area), cut, size), type, most);
        if (file === undefined) return { ok: false, fault: tooHeavy(most) };
        made.push({ cut: name, width, type, bytes: file });
      }
    }
  }
  const hash = createHash('sha256');
  for (const { cut, width, type, bytes: file } of made) hash.update(`${cut} ${width} ${type} ${file.length}\n`).update(file);
  const id = hash.digest('hex').slice(0, 32);
  const files = made.map((file) => ({
    name: pictureFile(id, file.cut, file.width, file.type).slice(id.length + 1),
    type: mediaTypes[file.type],
    bytes: file.bytes,
  }));
  return { ok: true, id, value: pictureValue({ id, cuts: picture }), files };
}

const mediaTypes: Readonly<Record<PictureType, string>> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' };

const unreadable = { fault: 'The picture is damaged: open it in a program for pictures, and save it anew' };

/** The pixels, upright and in sRGB. A drawing is drawn as large as its place needs. */
async function decode(bytes: Buffer, shape: PictureShape, isDrawing: boolean): Promise<Pixels | { fault: string }> {
  const options = { limitInputPixels: pictureLimits.pixels, failOn: 'error', animated: false } as const;
  const { width, height, pages = 1 } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
  if (pages > 1) return { fault: 'This picture moves: choose one that stands still' };
  if (!isDrawing && width * height > pictureLimits.pixels)
    return {
      fault: `The picture has ${Math.round((width * height) / 1e6)} million pixels, and at most ${pictureLimits.pixels / 1e6} are read`,
    };
  const density = isDrawing ? densityFor(width, height, shape) : undefined;
  const { data, info } = await sharp(bytes, { ...options, ...(density !== undefined && { density }) })
    .autoOrient()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels < 3) return decodeGrey(data, info);
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 };
}

/** Grey pixels, with or without transparency, as coloured ones. */
async function decodeGrey(data: Buffer, { width, height, channels }: { width: number; height: number; channels: number }): Promise<Pixels> {
  const grey = channels === 2 ? 2 : 1;
  const coloured = await sharp(data, { raw: { width, height, channels: grey } })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: coloured.data, width, height, channels: coloured.info.channels === 4 ? 4 : 3 };
}

/** Dots per inch at which a drawing fills the largest cut of a place. @param width in pixels at 72 dots per inch @param height likewise */
function densityFor(width: number, height: number, shape: PictureShape): number {
  const factors = shapeOf(shape).cuts.flatMap((cut) => {
    const largest = Math.max(...cut.widths);
    const [across, down] = [largest / width, (largest * cut.height) / cut.width / height];
    return cut.fit === undefined ? Math.max(across, down) : Math.min(across, down);
  });
  return Math.min(20_000, Math.max(1, Math.ceil(72 * Math.max(...factors))));
}

type Area = { left: number; top: number; width: number; height: number };

function whole({ width, height }: Pixels): Area {
  return { left: 0, top: 0, width, height };
}

/** The largest part of a picture that has the proportions of its place, with the focus as near to its middle as can be. */
function areaOf({ width, height }: Pixels, place: { width: number; height: number }, focus: { x: number; y: number }): Area {
  const ratio = place.width / place.height;
  const [across, down] = width / height > ratio ? [Math.round(height * ratio), height] : [width, Math.round(width / ratio)];
  const start = (length: number, part: number, at: number) => Math.round(Math.min(Math.max(at * length - part / 2, 0), length - part));
  return { left: start(width, across, focus.x), top: start(height, down, focus.y), width: across, height: down };
}

/** Width and height at which a whole picture fits into a place. */
function inside({ width, height }: Pixels, place: { width: number; height: number }): [width: number, height: number] {
  const scale = Math.min(place.width / width, place.height / height);
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

function cutOut({ data, width, height, channels }: Pixels, area: Area): Sharp {
  return sharp(data, { raw: { width, height, channels } }).extract(area);
}

/** Scales a part of a picture to the size of a file. */
function placed(part: Sharp, { fit, white }: Cut, { width, height }: { width: number; height: number }): Sharp {
  const background = white === true ? 'white' : { r: 255, g: 255, b: 255, alpha: 0 };
  if (fit !== 'centred') part.resize({ width, height, fit: 'fill' });
  else {
    // A tenth of air on each side.
    const air = Math.round(width / 10);
    const inner = { width: width - 2 * air, height: height - 2 * air };
    part.resize({ ...inner, fit: 'contain', background }).extend({ top: air, bottom: air, left: air, right: air, background });
  }
  return white === true ? part.flatten({ background: 'white' }) : part;
}

/** The file in the best quality that keeps it within `most` bytes; undefined where none does. */
async function lightest(draw: () => Sharp, type: PictureType, most: number): Promise<Buffer | undefined> {
  for (const step of [0, 1, 2] as const) {
    const file = await encode(draw(), type, step);
    if (file.length <= most) return file;
  }
  return undefined;
}

function encode(picture: Sharp, type: PictureType, step: 0 | 1 | 2): Promise<Buffer> {
  if (type === 'avif') return picture.avif({ quality: [58, 48, 40][step] ?? 40, effort: 3 }).toBuffer();
  if (type === 'webp') return picture.webp({ quality: [82, 72, 60][step] ?? 60, alphaQuality: 100, smartSubsample: true }).toBuffer();
  if (type === 'png')
    return picture.png(step === 0 ? { compressionLevel: 9 } : { compressionLevel: 9, palette: true, quality: 90 - 20 * step }).toBuffer();
  return picture
    .flatten({ background: 'white' })
    .jpeg({ quality: [86, 76, 66][step] ?? 66, mozjpeg: true })
    .toBuffer();
}

function tooSmall({ width, height }: Pixels, needed: number, isDrawing: boolean): string {
  if (isDrawing) return 'The drawing has no size of its own: give it a width and a height';
  return `The picture has ${width} by ${height} pixels: this place needs one that is at least ${needed} pixels wide where it is cut`;
}

function tooHeavy(most: number): string {
  return `The picture would weigh more than the ${Math.floor(most / 1024)} KB that this place allows: choose a calmer one, with less detail`;
}
