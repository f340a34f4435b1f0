import { createPdfTokens, isName, isRegular, isWhite, LONGEST_TOKEN, type PdfToken } from './pdf-tokens.ts';

export type EncryptionCheck = {
  push: (piece: Uint8Array) => void;
  /** @param headerAt bytes before the header: some files count their offsets from the header */
  isEncrypted: (headerAt: number) => boolean;
};

/**
 * Reads a PDF in pieces of any size, in one pass and in bounded memory, for the Encrypt entry of its trailer or of the dictionary of its
 * cross-reference stream (ISO 32000-1, 7.5.5 and 7.5.8). Like PDF readers it uses the one that the last `startxref` names; if that names none, any of
 * them. Text in strings, comments, streams and other dictionaries does not count.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine
export function createEncryptionCheck(): EncryptionCheck {
  const sections = createSections();
  const hidden = createHiddenText();
  let top: Dictionary | undefined;
  let open: boolean[] = [];
  let justClosed = false;
  let xrefAt: number | undefined;
  let lastWordAt = 0;
  let wordBeforeAt = 0;
  let awaitsStart = false;

  function finish(): void {
    if (top) sections.add(top);
    top = undefined;
    open = [];
  }

  function keyword(at: number): boolean {
    if (tokens.is('trailer')) {
      finish();
      top = newDictionary('trailer', xrefAt ?? at);
      xrefAt = undefined;
    } else if (tokens.is('obj')) {
      finish();
      top = newDictionary('object', wordBeforeAt);
    } else if (tokens.is('xref')) {
      finish();
      xrefAt = at;
    } else if (tokens.is('startxref')) {
      finish();
      awaitsStart = true;
    } else if (tokens.is('endobj')) finish();
    else return false;
    return true;
  }

  function word(at: number, afterDictionary: boolean): void {
    if (awaitsStart) {
      sections.start = tokens.number();
      awaitsStart = false;
    } else if (afterDictionary && tokens.is('stream')) tokens.skipStream();
    else if (!keyword(at) && open.length === 1 && top) readEntry(top, 'word', tokens);
    wordBeforeAt = lastWordAt;
    lastWordAt = at;
  }

  function token(kind: PdfToken, at: number): void {
    const afterDictionary = justClosed;
    justClosed = false;
    if (kind === 'word') return word(at, afterDictionary);
    const closes = kind === 'close-dictionary' || kind === 'close-array';
    if (closes && open.at(-1) === (kind === 'close-dictionary')) {
      open.pop();
      justClosed = open.length === 0;
      if (justClosed) finish();
      return;
    }
    if (open.length === 1 && open[0] && top) readEntry(top, kind, tokens);
    if (kind !== 'open-dictionary' && kind !== 'open-array') return;
    if (open.length < DEEPEST) open.push(kind === 'open-dictionary');
  }

  const tokens = createPdfTokens({ token, inside: hidden.add, needsEveryByte: hidden.isReading });
  return {
    push: tokens.push,
    isEncrypted(headerAt) {
      tokens.end();
      const within = tokens.isInside();
      finish();
      const named = sections.encryptedAt(sections.start) ?? sections.encryptedAt(sections.start + headerAt);
      return named ?? (sections.some() || ((within || hidden.mayStartAt(sections.start)) && hidden.namesEncryption()));
    },
  };
}

/** Maximum depth of nested dictionaries and arrays that is tracked; no PDF reader goes deeper. */
const DEEPEST = 500;

type Dictionary = {
  of: 'trailer' | 'object';
  at: number;
  key: 'Encrypt' | 'Type' | 'other' | undefined;
  encrypt: boolean;
  isXref: boolean;
};

function newDictionary(of: Dictionary['of'], at: number): Dictionary {
  return { of, at, key: undefined, encrypt: false, isXref: false };
}

/** Reads one token directly in a dictionary: a key, or the first token of its value. Further words belong to a reference. */
function readEntry(dictionary: Dictionary, kind: PdfToken, tokens: { is: (text: string) => boolean; number: () => number }): void {
  const { key } = dictionary;
  if (key === undefined) {
    if (kind === 'name') dictionary.key = tokens.is('Encrypt') ? 'Encrypt' : tokens.is('Type') ? 'Type' : 'other';
    return;
  }
  dictionary.key = undefined;
  if (key === 'Type' && kind === 'name' && tokens.is('XRef')) dictionary.isXref = true;
  if (key !== 'Encrypt') return;
  // A reference or a dictionary; null counts as absent.
  if (kind === 'open-dictionary' || (kind === 'word' && !Number.isNaN(tokens.number()))) dictionary.encrypt = true;
}

function createSections() {
  const known = new Map<number, boolean>();
  let some = false;
  return {
    start: Number.NaN,
    add({ of, at, encrypt, isXref }: Dictionary): void {
      const isSection = of === 'trailer' || isXref;
      if (isSection && encrypt) some = true;
      if ((isSection || encrypt) && known.size < MOST_SECTIONS) known.set(at, encrypt);
    },
    encryptedAt: (at: number) => known.get(at),
    some: () => some,
  };
}

const MOST_SECTIONS = 4096;

/** Finds an Encrypt entry and structure inside strings, comments and streams, in case `startxref` points there. */
function createHiddenText() {
  const name = new Uint8Array(LONGEST_TOKEN);
  let length = -1;
  let awaitsValue = false;
  let found = false;
  let last = 0;
  const starts: number[] = [];

  function readName(byte: number): void {
    if (length >= 0 && isRegular(byte)) {
      if (length < LONGEST_TOKEN) name[length] = byte;
      length += 1;
      return;
    }
    if (length >= 0) awaitsValue = isName(name, length, 'Encrypt');
    length = byte === 0x2f ? 0 : -1;
    if (awaitsValue && !isWhite(byte)) {
      found ||= byte === 0x3c || (byte >= 0x30 && byte <= 0x39);
      awaitsValue = false;
    }
  }

  return {
    add: (byte: number, at: number): void => {
      if (length >= 0 || awaitsValue || byte === 0x2f) readName(byte);
      last = (last << 8) | byte;
      if ((last === XREF || (last & 0xffffff) === OBJ) && starts.length < MOST_SECTIONS) starts.push(at);
    },
    isReading: () => length >= 0 || awaitsValue,
    namesEncryption: () => found,
    /** Whether a cross-reference table or an object seems to begin at `start`. */
    mayStartAt: (start: number) => starts.length === MOST_SECTIONS || starts.some((at) => at > start && at < start + 28),
  };
}

const XREF = 0x78726566;
const OBJ = 0x6f626a;
