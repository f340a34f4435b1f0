import { createContext, use } from 'react';

/** Whether the page at hand runs scripts. A page that carries a token runs none. */
export const PageScripts = createContext(true);

export function usePageScripts(): boolean {
  return use(PageScripts);
}
