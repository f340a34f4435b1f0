const addresses = new Map<string, string>();

/** How a list was last looked at: with its saved view and filters, as they stand in its address. */
export function rememberList(path: string, search: string): void {
  addresses.set(path, `${path}${search}`);
}

/** Where whoever comes from a page of a list goes back to: the list as it was. */
export function listAddress(path: string): string {
  return addresses.get(path) ?? path;
}

/** Where the navigation leads: from a page of a list back to it as it was, and from anywhere else to the whole of it. @param at the present path */
export function viewAddress(path: string, at: string): string {
  return at.startsWith(`${path}/`) ? listAddress(path) : path;
}
