import { present } from '../../contract/checked.ts';
import { chooseParts } from '../../contract/placeholders.ts';

export type Placeholders = Readonly<Record<string, string>>;

/** Fills a Content-Security-Policy with the origins of settings. An empty setting leaves nothing. */
export function filledPolicy(csp: string, placeholders: Placeholders): string {
  const marks = Object.entries(placeholders).filter(([mark]) => csp.includes(mark));
  const origins = marks.map(([mark, value]) => [mark, URL.canParse(value) ? new URL(value).origin : ''] as const);
  return fill(csp, Object.fromEntries(origins)).replaceAll(/(?<! ) +(?=;|$)/g, '');
}

/** A built page with settings filled in. */
export function filledPage(built: string, placeholders: Placeholders): string {
  return fill(chooseParts(built, placeholders), placeholders);
}

/** Replaces placeholders by values, escaped for HTML. */
export function fill(text: string, placeholders: Placeholders): string {
  const any = anyOf(placeholders);
  if (any === undefined) return text;
  // In a single pass, so that a typed value that looks like a placeholder or a replacement pattern stays as it is.
  return text.replace(any, (mark) => escapeHtml(present(placeholders[mark])));
}

/** Finds every placeholder; undefined if there is none. */
export function anyOf(placeholders: Placeholders): RegExp | undefined {
  const marks = Object.keys(placeholders);
  if (marks.length === 0) return undefined;
  return new RegExp(marks.map((mark) => mark.replaceAll(/[^\w]/g, '\\$&')).join('|'), 'g');
}

/** Escapes a text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
