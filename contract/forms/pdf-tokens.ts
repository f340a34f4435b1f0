/** Tokens of a PDF's structure (ISO 32000-1, 7.2 and 7.3). A string is reported at its beginning. */
export type PdfToken = 'name' | 'word' | 'string' | 'open-dictionary' | 'close-dictionary' | 'open-array' | 'close-array';

export type PdfTokens = {
  push: (piece: Uint8Array) => void;
  end: () => void;
  /** Call it on the keyword `stream`: no tokens are reported until `endstream`. */
  skipStream: () => void;
  /** Whether the name or word just reported equals the text; in names, #xx stands for a byte. */
  is: (text: string) => boolean;
  /** The whole number at the beginning of the word just reported; NaN if it begins with none. */
  number: () => number;
  isInside: () => boolean;
};

type TokenReader = {
  token: (kind: PdfToken, at: number) => void;
  /** Called with the bytes of strings, comments and streams; of streams only those that can belong to a keyword or begin a name. */
  inside: (byte: number, at: number) => void;
  needsEveryByte: () => boolean;
};

/** Reads a PDF as tokens, in pieces of any size and in one pass, with at most one short token in memory. */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createPdfTokens(reader: TokenReader): PdfTokens {
  let state: State = 'between';
  let at = 0;
  let begun = 0;
  let parentheses = 0;
  let escaped = false;
  let matched = 0;
  const text = new Uint8Array(LONGEST_TOKEN);
  let length = 0;

  function begin(next: 'name' | 'word'): void {
    state = next;
    begun = at;
    length = 0;
  }

  function add(byte: number): void {
    if (length < LONGEST_TOKEN) text[length] = byte;
    length += 1;
  }

  function between(byte: number): void {
    if (kinds[byte] === WHITE) return;
    if (kinds[byte] === REGULAR) {
      begin('word');
      add(byte);
    } else if (byte === SLASH) begin('name');
    else if (byte === LESS) state = 'less';
    else if (byte === GREATER) state = 'greater';
    else if (byte === PERCENT) state = 'comment';
    else if (byte === OPEN_BRACKET) reader.token('open-array', at);
    else if (byte === CLOSE_BRACKET) reader.token('close-array', at);
    else if (byte === OPEN_PARENTHESIS) {
      reader.token('string', at);
      parentheses = 1;
      escaped = false;
      state = 'string';
    }
  }

  function inString(byte: number): void {
    if (escaped) escaped = false;
    else if (byte === BACKSLASH) escaped = true;
    else if (byte === OPEN_PARENTHESIS) parentheses += 1;
    else if (byte === CLOSE_PARENTHESIS) parentheses -= 1;
    if (parentheses === 0) state = 'between';
  }

  function inStream(byte: number): void {
    // After 'endstre', an 'n' continues a second 'en'.
    if (byte === END_STREAM[matched]) matched += 1;
    else if (matched === 7 && byte === END_STREAM[1]) matched = 2;
    else matched = byte === END_STREAM[0] ? 1 : 0;
    if (matched === END_STREAM.length) state = 'between';
  }

  function step(byte: number): void {
    if (state === 'name' || state === 'word') {
      if (kinds[byte] === REGULAR) return add(byte);
      const kind = state;
      state = 'between';
      reader.token(kind, begun);
    } else if (state === 'less') {
      state = byte === LESS ? 'between' : 'hexadecimal';
      reader.token(byte === LESS ? 'open-dictionary' : 'string', at - 1);
      if (byte === LESS) return;
    } else if (state === 'greater') {
      state = 'between';
      if (byte === GREATER) return reader.token('close-dictionary', at - 1);
    }
    // The token just reported may have begun a stream.
    if (state === 'between') return between(byte);
    reader.inside(byte, at);
    if (state === 'stream') inStream(byte);
    else if (state === 'string') inString(byte);
    else if (state === 'hexadecimal' ? byte === GREATER : byte === LF || byte === CR) state = 'between';
  }

  return {
    push(piece) {
      for (let index = 0; index < piece.length; index += 1) {
        const next = state === 'stream' && !reader.needsEveryByte() ? nextTelling(piece, index) : index;
        if (next > index) matched = 0;
        at += next - index;
        index = next;
        if (index === piece.length) return;
        step(piece[index] ?? 0);
        at += 1;
      }
    },
    end: () => {
      if (state === 'name' || state === 'word') step(SPACE);
    },
    skipStream: () => {
      state = 'stream';
      matched = 0;
    },
    is: (wanted) => isName(text, length, wanted),
    number: () => (length > 10 ? Number.NaN : Number.parseInt(String.fromCharCode(...text.subarray(0, length)), 10)),
    isInside: () => state === 'stream' || state === 'string' || state === 'hexadecimal',
  };
}

/** Maximum bytes of a token that are compared: a name of seven letters, each written as #xx, has 21. */
export const LONGEST_TOKEN = 24;

/** Whether the bytes of a name, without its slash, equal an ASCII text; #xx stands for a byte. */
export function isName(bytes: Uint8Array, length: number, wanted: string): boolean {
  if (length < wanted.length || length > LONGEST_TOKEN) return false;
  let index = 0;
  for (let letter = 0; letter < wanted.length; letter += 1) {
    let byte = bytes[index] ?? 0;
    const escape =
      byte === NUMBER_SIGN && index + 2 < length ? hexadecimal(bytes[index + 1] ?? 0) * 16 + hexadecimal(bytes[index + 2] ?? 0) : -1;
    if (escape >= 0) byte = escape;
    if (byte !== wanted.charCodeAt(letter)) return false;
    index += escape >= 0 ? 3 : 1;
  }
  return index === length;
}

export function isRegular(byte: number): boolean {
  return kinds[byte] === REGULAR;
}

export function isWhite(byte: number): boolean {
  return kinds[byte] === WHITE;
}

type State = 'between' | 'name' | 'word' | 'less' | 'greater' | 'string' | 'hexadecimal' | 'comment' | 'stream';

/** The value of a hexadecimal digit; far below zero for any other byte. */
function hexadecimal(byte: number): number {
  const digit = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(digit) ? -1000 : digit;
}

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const END_STREAM = bytesOf('endstream');
const SPACE = 0x20;
const LF = 0x0a;
const CR = 0x0d;
const [SLASH, LESS, GREATER, PERCENT, OPEN_BRACKET, CLOSE_BRACKET, OPEN_PARENTHESIS, CLOSE_PARENTHESIS, BACKSLASH, NUMBER_SIGN] = bytesOf(
  '/<>%[]()\\#',
) as unknown as number[];

function nextTelling(piece: Uint8Array, from: number): number {
  let index = from;
  while (index < piece.length && telling[piece[index]!] === 0) index += 1;
  return index;
}

/** Bytes that can belong to `endstream`, `xref` and `obj`, or begin a name. */
const telling = new Uint8Array(256);
for (const byte of bytesOf('endstreamxrefobj/')) telling[byte] = 1;

const REGULAR = 0;
const WHITE = 1;
const DELIMITER = 2;
const kinds = new Uint8Array(256).fill(REGULAR);
for (const byte of bytesOf('\0\t\n\f\r ')) kinds[byte] = WHITE;
for (const byte of bytesOf('()<>[]{}/%')) kinds[byte] = DELIMITER;
