export type PictureKind = { type: 'png' | 'jpeg' | 'webp' | 'avif' | 'svg' } | { fault: string };

const OTHER = { fault: 'This is not a PNG, JPEG, WebP, AVIF or SVG picture' };
const MOVES = { fault: 'This picture moves: choose one that stands still' };
const NESTED = { fault: 'The drawing has pictures or styles of other files in it: save it with its outlines alone' };
const LETTERS = { fault: 'The drawing has letters in it: turn its texts into outlines, so that they look the same everywhere' };

/** The kind of a file by its content alone; its name and its declared media type do not count. */
export function pictureKind(bytes: Uint8Array): PictureKind {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.subarray(0, 16).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return hasMotion(file) ? MOVES : { type: 'png' };
  if (start.startsWith('\xff\xd8\xff')) return { type: 'jpeg' };
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return { type: 'webp' };
  if (start.slice(4, 12) === 'ftypavif') return { type: 'avif' };
  if (start.slice(4, 12) === 'ftypavis') return MOVES;
  return drawingKind(file);
}

/** Whether a PNG has the chunk of an animation before its pixels. */
function hasMotion(file: Buffer): boolean {
  for (let at = 8; at + 8 <= file.length;) {
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += 12 + file.readUInt32BE(at);
  }
  return false;
}

/** The renderer of drawings follows no address, and would silently leave out what it cannot draw: such drawings are refused with the reason. */
function drawingKind(file: Buffer): PictureKind {
  const text = file.toString('utf8');
  if (!/^<svg[\s>]/.test(afterProlog(text))) return OTHER;
  if (/<!ENTITY|<(?:\w+:)?(?:image|feImage|foreignObject|iframe)[\s/>]|@import|<\?xml-stylesheet/i.test(text)) return NESTED;
  return /<(?:\w+:)?text[\s/>]/i.test(text) ? LETTERS : { type: 'svg' };
}

/** From the first element of a document on; empty where it has none. */
function afterProlog(text: string): string {
  let rest = text.replace(/^\uFEFF/, '').trimStart();
  for (const [open, close] of [
    ['<?', '?>'],
    ['<!--', '-->'],
    ['<!DOCTYPE', '>'],
    ['<!--', '-->'],
  ] as const) {
    while (rest.startsWith(open)) {
      const end = rest.indexOf(close);
      if (end === -1) return '';
      rest = rest.slice(end + close.length).trimStart();
    }
  }
  return rest;
}
