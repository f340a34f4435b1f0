import { isChoicePath, isFixed, type Words } from '../../contract/content-fields.ts';
import { keysIn } from '../../contract/content-lists.ts';

/** Characters of private use: no text has them, and HTML keeps them. */
const [BEGIN, AFTER_PATH, END] = ['\uE000', '\uE001', '\uE002'];

/** Puts marks that name its path around each text of a part of the content. @param words texts that staff changed */
export function markTexts(words: Words, part: string, content: unknown): unknown {
  if (part === 'heads' || part === 'social' || isChoicePath(part)) return content;
  if (typeof content === 'string') return content === '' || part.endsWith('ref') ? content : BEGIN + part + AFTER_PATH + content + END;
  if (typeof content !== 'object' || content === null) return content;
  const keys = keysIn(words[part]);
  const entries = Object.entries(content).map(
    ([name, value], at) =>
      [name, isFixed(name, value) ? (value as unknown) : markTexts(words, `${part}.${keys?.[at] ?? name}`, value)] as const,
  );
  return Array.isArray(content) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

const MARK = new RegExp(`${BEGIN}([^${AFTER_PATH}]*)${AFTER_PATH}|${END}`, 'g');
const TOKENS = /<(script|style|title|textarea|option)\b[^>]*>.*?<\/\1>|<[^<>]*>|[^<]+|</gs;

/**
 * Turns marks into elements that an editor finds by their attribute `data-words`; in attributes, and where elements cannot stand, only their element
 * gets the attribute `data-words-of`.
 */
export function showMarks(html: string): string {
  return html.replace(TOKENS, (token, raw: string | undefined) => {
    if (raw !== undefined) return token.replace(MARK, '');
    if (!token.startsWith('<'))
      return token.replace(MARK, (_, path?: string) => (path === undefined ? '</span>' : `<span data-words="${path}">`));
    const paths = [...token.matchAll(MARK)].flatMap(([, path]) => (path === undefined ? [] : [path]));
    const plain = token.replace(MARK, '');
    return paths.length === 0 ? plain : plain.replace(/\/?>$/, (end) => ` data-words-of="${[...new Set(paths)].join(' ')}"${end}`);
  });
}
