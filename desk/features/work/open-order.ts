/** Gives more of its rows, all there are by then; undefined: these are all. */
type More = (() => Promise<readonly string[]>) | undefined;

/** From so many rows before the end of those that are there, more are asked for. */
const EARLY = 5;

/** The list that was last looked at. */
let listed: { ids: readonly string[] } = { ids: [] };
let more: More;
let opened: string | undefined;

/** Those of the list that was last looked at, in its order: from one of them j and k go on to the next. */
export function rememberOrder(ids: readonly string[]): void {
  listed = { ids };
}

export function rememberMore(next: More): void {
  more = next;
}

/** @returns the one so many further on; undefined at either end, and for one that was in no list */
export function neighbourOf(id: string, by: 1 | -1): string | undefined {
  const at = listed.ids.indexOf(id);
  return at < 0 ? undefined : listed.ids[at + by];
}

type Rank = { at: number; count: number; isWhole: boolean };

/** Which of how many it is, from 1 on. `isWhole`: no more are known to come. Undefined for one that was in no list. */
export function rankOf(id: string): Rank | undefined {
  const at = listed.ids.indexOf(id);
  return at < 0 ? undefined : { at: at + 1, count: listed.ids.length, isWhole: more === undefined };
}

/** Asks for more rows in time, so that whoever goes from one to the next gets to all of the list. @returns whether there are other rows now */
export async function fetchAhead(id: string): Promise<boolean> {
  const asked = listed;
  const at = asked.ids.indexOf(id);
  if (more === undefined || at < 0 || at < asked.ids.length - EARLY) return false;
  const ids: readonly string[] = await more().catch(() => []);
  // Another list was looked at meanwhile, or what was there is gone from memory.
  if (listed !== asked || !ids.includes(id)) return false;
  if (ids.length <= asked.ids.length) more = undefined;
  listed = { ids };
  return true;
}

export function rememberOpened(id: string): void {
  opened = id;
}

/** The one that was open, once. */
export function takeOpened(): string | undefined {
  const id = opened;
  opened = undefined;
  return id;
}
