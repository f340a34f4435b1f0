/** What a reader of XML is told, in the order of the text. Names have no namespace prefix. */
export type XmlReader = {
  open?: (name: string, attributes: ReadonlyMap<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

/**
 * Tells a reader the elements of a document, in time proportional to its length. Nothing outside of the text is read.
 * @throws Error for a document type, which could declare entities
 */
export function readXml(xml: string, { open, close, text }: XmlReader): void {
  for (let at = 0; at < xml.length;) {
    const start = xml.indexOf('<', at);
    if (start !== at) text?.(plain(xml.slice(at, start === -1 ? undefined : start)));
    if (start === -1) return;
    const skipped = skippedAt(xml, start);
    if (skipped !== undefined) {
      if (skipped.text !== undefined) text?.(skipped.text);
      at = skipped.end;
      continue;
    }
    const end = endOfTag(xml, start + 1);
    const tag = xml.slice(start + 1, end);
    at = end + 1;
    const name = /^\/?(?:[\w.-]+:)?([\w.-]+)/.exec(tag)?.[1] ?? '';
    if (!tag.startsWith('/')) open?.(name, attributesOf(tag));
    if (tag.startsWith('/') || tag.endsWith('/')) close?.(name);
  }
}

/** Comments, processing instructions and CDATA sections. */
function skippedAt(xml: string, start: number): { end: number; text?: string } | undefined {
  for (const [from, to] of sections) {
    if (!xml.startsWith(from, start)) continue;
    const found = xml.indexOf(to, start + from.length);
    const end = found === -1 ? xml.length : found;
    return { end: end + to.length, ...(from === CDATA && { text: xml.slice(start + from.length, end) }) };
  }
  if (xml.startsWith('<!', start)) throw new Error('a document type');
  return undefined;
}

const CDATA = '<![CDATA[';
const sections = [
  ['<!--', '-->'],
  ['<?', '?>'],
  [CDATA, ']]>'],
] as const;

function endOfTag(xml: string, from: number): number {
  let quote = '';
  for (let at = from; at < xml.length; at++) {
    const one = xml.charAt(at);
    if (quote !== '') quote = one === quote ? '' : quote;
    else if (one === '"' || one === "'") quote = one;
    else if (one === '>') return at;
  }
  return xml.length;
}

function attributesOf(tag: string): ReadonlyMap<string, string> {
  // Each name is tried from its beginning alone, so that a long one takes no longer than it is.
  const found = tag.matchAll(/(?<![\w.:-])([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map(
    Array.from(found, ([, name = '', double, single = '']) => [name.slice(name.lastIndexOf(':') + 1), plain(double ?? single)]),
  );
}

function plain(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return entities.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
