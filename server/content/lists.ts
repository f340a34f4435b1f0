import { randomInt } from 'node:crypto';
import { fieldAt, fieldFault, isAddedPath, type ContentField } from '../../contract/content-fields.ts';
import { keysIn, orderOf } from '../../contract/content-lists.ts';
import type { Store } from '../store/store.ts';
import { editDraft, shownIn, type Edited, type TextActor, type TextChanged, type TextChanges } from './text-drafts.ts';
import type { StoredWords } from './words.ts';

/** `after`: the key of the item that stands before the new one; `by`: places towards the end. */
export type ListChange = { kind: 'add'; after: string } | { kind: 'remove'; key: string } | { kind: 'move'; key: string; by: number };

type Fields = ReadonlyMap<string, ContentField>;

/** Applies one change to the list as the draft has it now, so that two people who change a list at the same time lose nothing. */
export function changeDraftList(
  store: Store,
  id: string,
  { field, change, fields }: { field: ContentField; change: ListChange; fields: Fields },
  actor: TextActor,
): Promise<TextChanged> {
  const edit = (changes: TextChanges, words: StoredWords): Edited => {
    const keys = keysIn(shownIn(changes, words, field)) ?? [];
    const added = change.kind === 'add' ? newKey() : undefined;
    const next = nextKeys(keys, change, added ?? '');
    const why = fieldFault(field, orderOf(next), { isPage: () => true, forbidden: [] });
    if (why !== undefined) return { ok: false, cause: 'refused', why };
    const published = words[field.path]?.value ?? field.shipped;
    const others = change.kind === 'remove' ? withoutNewItem(changes, words, `${field.path}.${change.key}`) : changes;
    const { [field.path]: _, ...rest } = others;
    const value = orderOf(next);
    const own = value === published ? {} : { [field.path]: { value, published, shipped: field.shipped } };
    const copied = added === undefined ? {} : copyOfFirst({ changes, words, fields }, field.path, added);
    return { ok: true, changes: { ...own, ...rest, ...copied } };
  };
  return editDraft(store, id, { edit, path: field.path }, actor);
}

function nextKeys(keys: readonly string[], change: ListChange, added: string): string[] {
  if (change.kind === 'remove') return keys.filter((key) => key !== change.key);
  if (change.kind === 'add') return keys.toSpliced(keys.indexOf(change.after) + 1, 0, added);
  const at = keys.indexOf(change.key);
  if (at === -1) return [...keys];
  const to = Math.min(Math.max(at + change.by, 0), keys.length - 1);
  return keys.toSpliced(at, 1).toSpliced(to, 0, change.key);
}

/** Removes a draft's changes to an item that the draft itself added; changes to published items are kept. */
function withoutNewItem(changes: TextChanges, words: StoredWords, item: string): TextChanges {
  const isOfItem = (path: string) => path === item || path.startsWith(`${item}.`);
  if (!isAddedPath(item) || Object.keys(words).some(isOfItem)) return changes;
  return Object.fromEntries(Object.entries(changes).filter(([path]) => !isOfItem(path)));
}

/** The texts of a new item: those of the first, as they are shown. */
function copyOfFirst(
  { changes, words, fields }: { changes: TextChanges; words: StoredWords; fields: Fields },
  list: string,
  key: string,
): TextChanges {
  const first = `${likeOf(list)}.0`;
  const copied = [...fields.values()].flatMap((like) => {
    if (like.path !== first && !like.path.startsWith(`${first}.`)) return [];
    const path = `${list}.${key}${like.path.slice(first.length)}`;
    const field = fieldAt(fields, path);
    const value = shownIn(changes, words, like);
    return field === undefined ? [] : [[path, { value, published: field.shipped, shipped: field.shipped }] as const];
  });
  return Object.fromEntries(copied);
}

/** The path with each key of an added item replaced by that of the first item, whose fields ship. */
function likeOf(list: string): string {
  return list
    .split('.')
    .map((name) => (isAddedPath(name) ? '0' : name))
    .join('.');
}

const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';

function newKey(): string {
  return `k${Array.from({ length: 7 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
}
