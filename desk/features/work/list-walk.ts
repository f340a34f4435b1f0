import { useEffect, useState } from 'react';
import { navigate } from '../../router/navigation.ts';

/** Loads the next page of the list and returns all ids; undefined: the list is complete. */
type More = (() => Promise<readonly string[]>) | undefined;

/** Loads more when so few rows are left. */
const EARLY = 5;

/** The list that was shown last. */
let listed: { ids: readonly string[] } = { ids: [] };
let more: More;
let opened: string | undefined;

/** Remembers the order of the list, in which j and k move between pages. */
export function rememberOrder(ids: readonly string[]): void {
  listed = { ids };
}

export function rememberMore(next: More): void {
  more = next;
}

/** @returns the next or previous id; undefined at either end, and for an id that is not in the list */
export function neighbourOf(id: string, by: 1 | -1): string | undefined {
  const at = listed.ids.indexOf(id);
  return at < 0 ? undefined : listed.ids[at + by];
}

type Rank = { at: number; count: number; isWhole: boolean };

/** The position of an id in the list, from 1. `isWhole`: the list is complete. Undefined for an id that is not in the list. */
export function rankOf(id: string): Rank | undefined {
  const at = listed.ids.indexOf(id);
  return at < 0 ? undefined : { at: at + 1, count: listed.ids.length, isWhole: more === undefined };
}

/** Loads more rows before the end of the list is reached. @returns whether the list has changed */
export async function fetchAhead(id: string): Promise<boolean> {
  const asked = listed;
  const at = asked.ids.indexOf(id);
  if (more === undefined || at < 0 || at < asked.ids.length - EARLY) return false;
  const ids: readonly string[] = await more().catch(() => []);
  // The list was replaced in the meantime, or its rows were dropped from the cache.
  if (listed !== asked || !ids.includes(id)) return false;
  if (ids.length <= asked.ids.length) more = undefined;
  listed = { ids };
  return true;
}

export function rememberOpened(id: string): void {
  opened = id;
}

/** Reads and clears the id of the page that was opened last. */
export function takeOpened(): string | undefined {
  const id = opened;
  opened = undefined;
  return id;
}

/** The position of a page in the list that was shown last, with navigation to its neighbours. @param path the section's path */
export function useListPosition(path: string, id: string) {
  const [rank, setRank] = useState(() => rankOf(id));
  useEffect(() => {
    rememberOpened(id);
    void fetchAhead(id).then((grew) => grew && setRank(rankOf(id)));
  }, [id]);
  const go = (by: 1 | -1) => {
    const next = neighbourOf(id, by);
    if (next !== undefined) navigate(`${path}/${next}`, { replace: true });
  };
  return { rank, go };
}

export type ListPosition = ReturnType<typeof useListPosition>;
