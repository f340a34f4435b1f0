import { withWords, type Changeable, type Words } from '../../contract/content-fields.ts';

declare global {
  /** What staff changed, where pages are rendered: set before the content is loaded. */
  var siteWords: Words | undefined;
  /** A part of the content with that, where pages are rendered; for an editor, each text is marked by its path. */
  var siteContent: ((part: string, shipped: unknown) => unknown) | undefined;
}

/** The id of the page's script element that holds what staff changed, for the code that draws in the browser. */
export const WORDS_ID = 'words';

const rendering = typeof document === 'undefined';
const words = rendering ? undefined : wordsOfPage();

/** What ships, of each part of the content, by name. Filled where pages are rendered. */
export const parts = new Map<string, unknown>();

/** Declares a part of the site's content with what ships. @returns it, as staff changed it */
export function declared<const T>(part: string, shipped: T): Changeable<T> {
  if (rendering) parts.set(part, shipped);
  const content: unknown = words === undefined ? globalThis.siteContent?.(part, shipped) : withWords(part, shipped, words);
  return (content ?? shipped) as Changeable<T>;
}

function wordsOfPage(): Words | undefined {
  const text = document.getElementById(WORDS_ID)?.textContent;
  return text === undefined ? undefined : (JSON.parse(text) as Words);
}
