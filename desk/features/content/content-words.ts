import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import type { readContent, readContentDraft } from '../../../contract/calls/desk/content-calls.ts';

export type Content = CallOutput<typeof readContent>;
export type ShownField = Content['fields'][number];
export type DraftPage = CallOutput<typeof readContentDraft>;

/** The path of a text for people: `home, hero, title`. */
export function pathWords(path: string): string {
  const words = path
    .replace(/\.src$/, '.picture')
    .replace(/\.alt$/, '.alternative text')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part))
    .join(', ');
}

export function countChanges(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}

/** What a field has in a draft. */
export function valueIn({ changed }: DraftPage, { path, value }: ShownField): string | number {
  return changed.find((one) => one.path === path)?.after ?? value;
}
