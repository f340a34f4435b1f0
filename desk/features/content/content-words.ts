import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { fieldAt } from '../../../contract/content-fields.ts';
import { ADDED, keysIn } from '../../../contract/content-lists.ts';
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
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : ADDED.test(part) ? 'a new one' : part))
    .join(', ');
}

export function countChanges(count: number): string {
  return count === 1 ? '1 change' : `${count} changes`;
}

/** The field at a path, also of an item that was added in a draft. */
export function fieldIn({ fields }: Content, path: string): ShownField | undefined {
  const byPath = maps.get(fields) ?? new Map(fields.map((field) => [field.path, field]));
  maps.set(fields, byPath);
  const found = fieldAt(byPath, path);
  return byPath.get(path) ?? (found && { ...found, value: found.shipped, renewed: null });
}

const maps = new WeakMap<Content['fields'], ReadonlyMap<string, ShownField>>();

/** The lists that contain a path and whose items staff may change, the innermost first. */
export function listsOf(content: Content, path: string): ShownField[] {
  const names = path.split('.');
  return names.flatMap((_, at) => {
    const list = fieldIn(content, names.slice(0, at === 0 ? undefined : -at).join('.'));
    return list?.kind === 'list' ? list : [];
  });
}

/** The first text of a list's item, which names the item, and the path of that text. */
export function itemWords(content: Content, change: DraftPage, item: string): { text: string; path: string } {
  const like = item
    .split('.')
    .map((name) => (ADDED.test(name) ? '0' : name))
    .join('.');
  const first = content.fields.find(
    ({ path, kind }) => (path === like || path.startsWith(`${like}.`)) && kind !== 'list' && kind !== 'picture',
  );
  const path = first === undefined ? item : item + first.path.slice(like.length);
  const field = fieldIn(content, path);
  return { text: field === undefined ? 'An item' : String(valueIn(change, field)).slice(0, 60), path };
}

/** What changed in a list: a line for each added or removed item, and one for a new order. */
export function listChanges(before: string | number, after: string | number, nameOf: (key: string) => string): string[] {
  const [former, now] = [keysIn(before) ?? [], keysIn(after) ?? []];
  const stayed = now.filter((key) => former.includes(key));
  const order = former.filter((key) => now.includes(key));
  return [
    ...now.filter((key) => !former.includes(key)).map((key) => `An item was added: ${nameOf(key)}`),
    ...former.filter((key) => !now.includes(key)).map((key) => `An item was removed: ${nameOf(key)}`),
    ...(stayed.join() === order.join() ? [] : [`The order is now: ${now.map(nameOf).join('; ')}`]),
  ];
}

/** The value of a field in a draft: the draft changed it, or it is the present one. */
export function valueIn({ changed }: DraftPage, { path, value }: Pick<ShownField, 'path' | 'value'>): string | number {
  return changed.find((one) => one.path === path)?.after ?? value;
}
