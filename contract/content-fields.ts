import { ILLEGIBLE_WORDS, isLegible } from './clean-text.ts';
import type { Permission } from './desk/roles.ts';
import { ADDED, boundsOf, keysIn, orderOf, type EntriesOf, type ListBounds } from './content-lists.ts';
import { pictureShapes, staffPicture, type PictureShape } from './pictures.ts';

/** What staff show instead of texts and numbers that ship with the site, by path: `home.hero.title`, `slides.0.alt`. */
export type Words = Readonly<Record<string, string | number>>;

export const contentKinds = ['line', 'paragraph', 'alternative text', 'link', 'number', 'picture', 'list', 'setting', 'choice'] as const;
export type ContentKind = (typeof contentKinds)[number];

/** How a form asks a question: the values of a field of the kind `choice`, in words. */
export const questionUses = { hidden: 'Not asked', optional: 'Asked, may stay empty', required: 'Asked, has to be answered' } as const;
export type QuestionUse = keyof typeof questionUses;

/** How a form asks the questions that staff may leave out, show or require, by field. */
export type Questions = Readonly<Record<string, string>>;

/** A text, link, number or picture of the site's content that staff may change. `longest`: characters that the layout holds. */
export type ContentField = {
  path: string;
  kind: ContentKind;
  shipped: string | number;
  longest: number;
  /** Whether it may be empty. */
  isOptional?: boolean;
  /** What people call it, where its path does not say it. */
  title?: string;
  about?: string;
  /** Why nobody changes it here. */
  locked?: string;
  /** Whether its value is a secret, which the desk never shows. */
  isSecret?: boolean;
  /** A further permission that is needed to change it and to publish the change. */
  needs?: Permission;
  /** Of a picture: its place, and the path of its alternative text; none where it is decoration. */
  picture?: { shape: PictureShape; alt?: string | undefined };
  /** Of a list: how many items it may have. Its value names their keys. */
  items?: ListBounds;
};

/** A text may become any other; keys by which code finds a part stay what they are. */
export type Changeable<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends (...args: never) => unknown
      ? T
      : { readonly [Key in keyof T]: Key extends FixedKey ? (T[Key] extends object ? Changeable<T[Key]> : T[Key]) : Changeable<T[Key]> };

/** Properties that code reads: no reader sees them, so nobody changes them. */
const fixedKeys = [
  'key',
  'id',
  'picture',
  'src',
  'shape',
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
  'asked',
] as const;
type FixedKey = (typeof fixedKeys)[number];
const fixed: ReadonlySet<string> = new Set(fixedKeys);

export function isFixed(name: string, value: unknown): boolean {
  return fixed.has(name) && typeof value !== 'object';
}

/** The fields of a part of the content, in the order in which they are written. */
export function contentFieldsOf(part: string, shipped: unknown): ContentField[] {
  if (typeof shipped === 'string' || typeof shipped === 'number')
    return shipped === '' && !OPTIONAL.test(part) ? [] : [fieldOf(part, shipped)];
  if (typeof shipped !== 'object' || shipped === null) return [];
  return [...listFieldOf(part, shipped), ...pictureFieldOf(part, shipped), ...fieldsIn(part, shipped)];
}

function fieldsIn(part: string, shipped: object): ContentField[] {
  return Object.entries(shipped).flatMap(([name, value]) => (isFixed(name, value) ? [] : contentFieldsOf(`${part}.${name}`, value)));
}

function listFieldOf(part: string, shipped: object): ContentField[] {
  const items = boundsOf(shipped);
  return items === undefined ? [] : [{ path: part, kind: 'list', shipped: orderOf(Object.keys(shipped)), longest: 1000, items }];
}

/** The field at a path. In an item that staff added, a field is like that of the first item. */
export function fieldAt(fields: Pick<ReadonlyMap<string, ContentField>, 'get'>, path: string): ContentField | undefined {
  const known = fields.get(path);
  if (known !== undefined) return known;
  const names = path.split('.');
  for (const [at, name] of names.entries()) {
    if (!ADDED.test(name)) continue;
    if (fields.get(names.slice(0, at).join('.'))?.kind !== 'list') return undefined;
    names[at] = '0';
  }
  const like = fields.get(names.join('.'));
  if (like?.picture?.alt === undefined) return like && { ...like, path };
  const beside = (other: string) => path.slice(0, path.lastIndexOf('.')) + other.slice(other.lastIndexOf('.'));
  return { ...like, path, picture: { ...like.picture, alt: beside(like.picture.alt) } };
}

/** Whether a path leads to an item that staff added. */
export function isAddedPath(path: string): boolean {
  return path.split('.').some((name) => ADDED.test(name));
}

/** A picture is an object with a `shape` and a `src`; its alternative text is its `alt`, or its `name`. */
function pictureFieldOf(part: string, shipped: { shape?: unknown; src?: unknown; alt?: unknown; name?: unknown }): ContentField[] {
  const { shape, src } = shipped;
  if (typeof src !== 'string' || !isShape(shape)) return [];
  const alt = ['alt', 'name'].find((name) => typeof shipped[name as 'alt'] === 'string' && shipped[name as 'alt'] !== '');
  return [{ path: `${part}.src`, kind: 'picture', shipped: src, longest: 300, picture: { shape, alt: alt && `${part}.${alt}` } }];
}

function isShape(shape: unknown): shape is PictureShape {
  return typeof shape === 'string' && Object.hasOwn(pictureShapes, shape);
}

function fieldOf(path: string, shipped: string | number): ContentField {
  const kind = kindOf(path, shipped);
  const isOptional = OPTIONAL.test(path) && { isOptional: true };
  const fewest = room.find(([end]) => end.test(path))?.[1] ?? least[kind];
  return { path, kind, shipped, ...isOptional, longest: Math.max(fewest, Math.ceil(String(shipped).length * 1.4)) };
}

/** May be empty: the mark of a sample or a draft, which staff empty once they have replaced it, and the hint of a form's field. */
const OPTIONAL = /\.(?:sampleMark|review|hint)$/;

/** Characters for which a text has room in any case, by the end of its path. Labels of links are short, as several stand in one row. */
const room: readonly (readonly [RegExp, number])[] = [
  [/\.fields\.\w+\.label$/, 60],
  [/\.label$/, 24],
  [/\.submit$/, 30],
  [/\.hint$/, 120],
];

const least: Readonly<Record<ContentKind, number>> = {
  line: 40,
  paragraph: 240,
  'alternative text': 250,
  link: 300,
  number: 15,
  setting: 2000,
  picture: 300,
  list: 1000,
  choice: 10,
};

/** Whether the value at a path is a choice (`questionUses`), and no text. */
export function isChoicePath(path: string): boolean {
  return /^\w+\.questions\.\w+\.\w+$/.test(path);
}

function kindOf(path: string, shipped: string | number): ContentKind {
  if (typeof shipped === 'number') return 'number';
  if (isChoicePath(path)) return 'choice';
  if (path.endsWith('.href') || path.endsWith('Href')) return 'link';
  if (path.endsWith('.alt')) return 'alternative text';
  return shipped.length > 80 ? 'paragraph' : 'line';
}

/** Parts of a text that code fills in: they have to stay. */
const FILLED = /\{\w+\}|\[[a-z][\w-]*\](?!\()|https:\/\/\w+\.invalid|__\w+__/g;

/** A link in a text: `[words](address)`. */
const LINK = /\[[^[\]]+\]\(([^()]*)\)/g;

/** A word that no line of a phone holds, in an alphabet whose words are divided by spaces. */
const WIDE = /[^\s\-–—/@.\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{41,}/u;

type Checks = {
  /** Whether the site has a page at a path. */
  isPage: (path: string) => boolean;
  /** Words that the company may not use, in lower case. */
  forbidden: readonly string[];
  /** Whether an alternative text may be empty, as it is where the picture is decoration. */
  decorative?: boolean;
};

/** Why a value cannot stand in a field, as a message to whoever typed it; undefined: it can. */
export function fieldFault(
  { kind, longest, shipped, isOptional, locked, items }: ContentField,
  value: string | number,
  { isPage, forbidden, decorative = false }: Checks,
): string | undefined {
  if (locked !== undefined) return locked;
  if (typeof value !== typeof shipped) return kind === 'number' ? 'Enter a number' : 'Enter a text';
  if (typeof value === 'number') return Number.isFinite(value) && String(value).length <= longest ? undefined : 'Enter a number';
  if (kind === 'choice') return Object.hasOwn(questionUses, value) ? undefined : `Choose one of ${Object.keys(questionUses).join(', ')}`;
  if (items !== undefined) return listFault(items, value, keysIn(shipped)?.length ?? 0);
  if (kind === 'picture') return value === shipped || staffPicture(value) !== undefined ? undefined : 'Upload the picture';
  if (value === '' && kind === 'alternative text' && decorative) return undefined;
  if (value.trim() === '' && (isOptional === true || kind === 'setting')) return undefined;
  if (value.trim() === '') return kind === 'alternative text' ? 'Say what the picture shows, for those who cannot see it' : 'Enter a text';
  if (value.length > longest) return `Shorten it by ${value.length - longest}: the page has room for ${longest} characters`;
  // Texts of campaigns have '' as `shipped`; their paragraphs may have line breaks.
  if (!isLegible(value, kind === 'paragraph' && shipped === '')) return ILLEGIBLE_WORDS;
  if (kind === 'setting') return undefined;
  if (kind === 'link') return linkFault(value, isPage);
  const filled: readonly string[] = String(shipped).match(FILLED) ?? [];
  const lost = filled.find((mark) => !value.includes(mark));
  if (lost !== undefined) return `Keep ${lost}: the site fills it in`;
  const strange = (value.match(FILLED) ?? []).find((mark) => !filled.includes(mark));
  if (strange !== undefined) return `Leave out ${strange}: nothing fills it in here`;
  for (const [, address = ''] of value.matchAll(LINK)) {
    const fault = linkFault(address, isPage);
    if (fault !== undefined) return fault;
  }
  const [said, saidBefore] = [value, String(shipped)].map((text) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' '));
  const wide = value.replaceAll(LINK, ' ').match(WIDE)?.[0];
  if (wide !== undefined) return `Divide “${wide.slice(0, 12)}…”: a phone has no room for a word of ${wide.length} letters`;
  const claim = forbidden.find((word) => said?.includes(word) === true && saidBefore?.includes(word) === false);
  return claim === undefined ? undefined : `Leave out “${claim}”: the company may not claim that`;
}

function listFault({ least: fewest, most }: ListBounds, value: string, shipped: number): string | undefined {
  const keys = keysIn(value);
  const isKey = (key: string) => ADDED.test(key) || (/^\d+$/.test(key) && Number(key) < shipped);
  if (keys === undefined || orderOf(keys) !== value || new Set(keys).size < keys.length || !keys.every(isKey))
    return 'This is no list of items';
  if (keys.length < fewest) return `Leave ${fewest} at least: the page needs them`;
  return keys.length > most ? `The page has room for ${most} at the most` : undefined;
}

/**
 * Addresses besides pages that a link may lead to. A host is a domain name in ASCII without a user before it, so that readers see where the link
 * leads: no letter looks like another. A mailto has an address and nothing else.
 */
const ELSEWHERE =
  /^(?:https:\/\/(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*(?::\d{1,5})?(?:[/?#][^\s\\"<>]*)?|mailto:[\w.+-]+@(?:[a-z0-9-]+\.)+[a-z]+|tel:\+\d[\d-]*)$/i;

function linkFault(address: string, isPage: (path: string) => boolean): string | undefined {
  if (address.startsWith('/') && !address.startsWith('//'))
    return isPage(address.split(/[?#]/, 1)[0] ?? '') ? undefined : `There is no page at ${address}`;
  return ELSEWHERE.test(address) ? undefined : 'Enter a page of this site, as /contacts, or an address that begins with https://';
}

/** @returns the content with the words in place of what ships. @param entriesOf the parts of a list or object; with `itemsOf`, lists as staff changed them */
export function withWords<T>(part: string, shipped: T, words: Words, entriesOf: EntriesOf = Object.entries): T {
  if (typeof shipped === 'string' || typeof shipped === 'number') {
    const other = words[part];
    return typeof other === typeof shipped ? (other as T) : shipped;
  }
  if (typeof shipped !== 'object' || shipped === null) return shipped;
  const entries = entriesOf(shipped, part).map(([name, value]) => [name, withWords(`${part}.${name}`, value, words, entriesOf)] as const);
  return (Array.isArray(shipped) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as T;
}
