/** What staff show instead of texts and numbers that ship with the site, by path: `home.hero.title`, `slides.0.alt`. */
export type Words = Readonly<Record<string, string | number>>;

export type ContentKind = 'line' | 'paragraph' | 'alternative text' | 'link' | 'number';

/** A text, link or number of the site's content that staff may change. `longest`: characters that the layout holds. */
export type ContentField = { path: string; kind: ContentKind; shipped: string | number; longest: number };

/** A text may become any other; keys by which code finds a part stay what they are. */
export type Changeable<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends (...args: never) => unknown
      ? T
      : { readonly [Key in keyof T]: Key extends FixedKey ? T[Key] : Changeable<T[Key]> };

/** Properties that code reads: no reader sees them, so nobody changes them. */
const fixedKeys = [
  'key',
  'id',
  'picture',
  'src',
  'colour',
  'kind',
  'network',
  'countryCode',
  'siteVersion',
  'sample',
  'setting',
  'language',
  'width',
  'height',
  'decimals',
  'package',
  'licence',
] as const;
type FixedKey = (typeof fixedKeys)[number];
const fixed: ReadonlySet<string> = new Set(fixedKeys);

/** The fields of a part of the content, in the order in which they are written. */
export function fieldsOf(part: string, shipped: unknown): ContentField[] {
  if (typeof shipped === 'string' || typeof shipped === 'number') return shipped === '' ? [] : [fieldOf(part, shipped)];
  if (typeof shipped !== 'object' || shipped === null) return [];
  return Object.entries(shipped).flatMap(([name, value]) => (fixed.has(name) ? [] : fieldsOf(`${part}.${name}`, value)));
}

function fieldOf(path: string, shipped: string | number): ContentField {
  const kind = kindOf(path, shipped);
  return { path, kind, shipped, longest: Math.max(least[kind], Math.ceil(String(shipped).length * 1.4)) };
}

const least: Readonly<Record<ContentKind, number>> = { line: 24, paragraph: 200, 'alternative text': 250, link: 300, number: 15 };

function kindOf(path: string, shipped: string | number): ContentKind {
  if (typeof shipped === 'number') return 'number';
  if (path.endsWith('.href') || path.endsWith('Href')) return 'link';
  if (path.endsWith('.alt')) return 'alternative text';
  return shipped.length > 80 ? 'paragraph' : 'line';
}

/** @returns the content with the words in place of what ships */
export function withWords<T>(part: string, shipped: T, words: Words): T {
  if (typeof shipped === 'string' || typeof shipped === 'number') {
    const other = words[part];
    return typeof other === typeof shipped ? (other as T) : shipped;
  }
  if (typeof shipped !== 'object' || shipped === null) return shipped;
  const entries = Object.entries(shipped).map(([name, value]) => [name, withWords(`${part}.${name}`, value as unknown, words)] as const);
  return (Array.isArray(shipped) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as T;
}
