let order: readonly string[] = [];
let opened: string | undefined;

/** The leads of the list that was last looked at, in its order: from one of them j and k go on to the next. */
export function rememberOrder(ids: readonly string[]): void {
  order = ids;
}

/** @returns the lead so many further on; undefined at either end, and for one that was in no list */
export function neighbourOf(id: string, by: 1 | -1): string | undefined {
  const at = order.indexOf(id);
  return at < 0 ? undefined : order[at + by];
}

export function rememberOpened(id: string): void {
  opened = id;
}

/** The lead that was open, once. */
export function takeOpened(): string | undefined {
  const id = opened;
  opened = undefined;
  return id;
}
