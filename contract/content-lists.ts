/** How many items the layout holds. */
export type ListBounds = { least: number; most: number };

// Symbol.for, because the renderer and the code that reads its content are bundled separately, each with a copy of this file.
const BOUNDS = Symbol.for('content list');

/** Declares a list of the content whose items staff may add, remove and move. No code may derive anything from their number or place. */
export function listOf<const Item>(bounds: ListBounds, items: readonly Item[]): readonly Item[] {
  return Object.defineProperty([...items], BOUNDS, { value: bounds });
}

/** @returns undefined for a list that stays as it ships */
export function boundsOf(items: object): ListBounds | undefined {
  return (items as { [BOUNDS]?: ListBounds })[BOUNDS];
}

/** Key of an item that staff added. The key of an item that ships is its index. */
export const ADDED = /^k[0-9a-z]{7}$/;

/** What a list's field holds: the keys of its items, in their order. */
export function orderOf(keys: readonly string[]): string {
  return `list:${keys.join(',')}`;
}

/** The keys of a list's items; undefined: this is no list. fieldFault says whether they are sound. */
export function keysIn(value: string | number | undefined): string[] | undefined {
  const [, keys] = String(value).split(/^list:/);
  return keys?.split(',').filter(Boolean);
}

export type EntriesOf = (of: object, part: string) => (readonly [name: string, value: unknown])[];

/** The parts of a list or object, lists in the order of the words. An item that staff added is a copy of the first, with an id of its own. */
export function itemsOf(words: Readonly<Record<string, string | number>>): EntriesOf {
  return (shipped, part) => {
    const keys = Array.isArray(shipped) ? keysIn(words[part]) : undefined;
    if (keys === undefined) return Object.entries(shipped);
    return keys.map((key) => [key, shippedItem(shipped as unknown[], key)] as const).filter(([, item]) => item !== undefined);
  };
}

function shippedItem(shipped: readonly unknown[], key: string): unknown {
  if (!ADDED.test(key)) return shipped[Number(key)];
  const [first] = shipped;
  return typeof first === 'object' && first !== null && 'id' in first ? { ...first, id: key } : first;
}

/** Merges two orders that were made from `base`: what either side added stays, what either removed stays removed. */
export function joinedOrder(base: string | number, theirs: string | number, ours: string | number): string | number {
  const [before, other, own] = [keysIn(base), keysIn(theirs), keysIn(ours)];
  if (before === undefined || other === undefined || own === undefined) return ours;
  const joined = own.filter((key) => other.includes(key) || !before.includes(key));
  other.forEach((key, at) => {
    if (before.includes(key) || joined.includes(key)) return;
    joined.splice(joined.indexOf(other[at - 1] ?? '') + 1, 0, key);
  });
  return orderOf(joined);
}
