/** How many items the layout holds. */
export type ListBounds = { least: number; most: number };

// Known by its name, as the renderer is bundled apart from what reads its content.
const BOUNDS = Symbol.for('content list');

/** Declares a list of the content whose items staff may add, remove and move. No code may derive anything from their number or place. */
export function listOf<const Item>(bounds: ListBounds, items: readonly Item[]): readonly Item[] {
  return Object.defineProperty([...items], BOUNDS, { value: bounds });
}

/** @returns undefined for a list that stays as it ships */
export function boundsOf(items: object): ListBounds | undefined {
  return (items as { [BOUNDS]?: ListBounds })[BOUNDS];
}

/** An item that staff added: its key says so. Those that ship are named by their place there. */
export const ADDED = /^k[0-9a-z]{7}$/;

const ORDER = /^list:((?:\d+|k[0-9a-z]{7})(?:,(?:\d+|k[0-9a-z]{7}))*)?$/;

/** What a list's field holds: the keys of its items, in their order. */
export function orderOf(keys: readonly string[]): string {
  return `list:${keys.join(',')}`;
}

/** The keys of a list's items; undefined: this is no list. */
export function keysIn(value: string | number | undefined): string[] | undefined {
  const found = typeof value === 'string' ? ORDER.exec(value) : null;
  if (found === null) return undefined;
  return found[1]?.split(',') ?? [];
}

/** The item of a key, as it ships; one that staff added is a copy of the first, with an id of its own. */
export function shippedItem(shipped: readonly unknown[], key: string): unknown {
  if (!ADDED.test(key)) return shipped[Number(key)];
  const [first] = shipped;
  return typeof first === 'object' && first !== null && 'id' in first ? { ...first, id: key } : first;
}

/** Joins two orders that were made of the same one, so that neither loses an item that was added, nor brings back one that was removed. */
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
