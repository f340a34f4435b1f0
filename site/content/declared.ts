import { withWords, type Changeable, type Words } from '../../contract/content-fields.ts';

declare global {
  /** The words that staff changed. Set only where pages are rendered, before the content is loaded. */
  var siteWords: Words | undefined;
  /** Returns a part of the content with the changed words. Set only where pages are rendered; for an editor it marks each text with its path. */
  var siteContent: ((part: string, shipped: unknown) => unknown) | undefined;
}

/** The id of the page's script element with the words that staff changed, for code that runs in the browser. */
export const WORDS_ID = 'words';

const rendering = typeof document === 'undefined';
const words = rendering ? undefined : wordsOfPage();

/** Each part of the content as it ships, by its name. Filled only where pages are rendered. */
export const parts = new Map<string, unknown>();

/** Declares a part of the site's content. @param shipped the part in the code @returns the part with the changes by staff */
export function declared<const T>(part: string, shipped: T): Changeable<T> {
  if (rendering) parts.set(part, shipped);
  const content: unknown = words === undefined ? globalThis.siteContent?.(part, shipped) : withWords(part, shipped, words);
  return (content ?? shipped) as Changeable<T>;
}

function wordsOfPage(): Words | undefined {
  const text = document.getElementById(WORDS_ID)?.textContent;
  return text === undefined ? undefined : (JSON.parse(text) as Words);
}
