const addresses = new Map<string, string>();

/** Remembers the address of a list with its saved view and filters. */
export function rememberList(path: string, search: string): void {
  addresses.set(path, `${path}${search}`);
}

/** The address to return to from a page of a list, with its filters. */
export function listAddress(path: string): string {
  return addresses.get(path) ?? path;
}

/**
 * The target of a navigation link: from a page of a list, the list with its filters; otherwise the list without filters. @param at the current path
 */
export function viewAddress(path: string, at: string): string {
  return at.startsWith(`${path}/`) ? listAddress(path) : path;
}
