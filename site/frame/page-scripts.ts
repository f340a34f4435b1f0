import { createContext, use } from 'react';

/** Whether the current page runs scripts. A page that contains a token runs none. */
export const PageScripts = createContext(true);

export function usePageScripts(): boolean {
  return use(PageScripts);
}
