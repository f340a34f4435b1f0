import { useEffect, useState } from 'react';
import { watchChanges } from './watch-changes.ts';
import type { ShownSection } from './work-section.ts';

/**
 * While a section is looked at, what others do to it, and what comes, shows by itself.
 * @param watching the one whose page is open: that it was erased is told as well
 * @returns whether changes are told just now
 */
export function useChanges(section: ShownSection, watching?: string): boolean {
  const [isLive, setLive] = useState(true);
  useEffect(() => watchChanges({ section, watching, onLive: setLive }), [section, watching]);
  return isLive;
}
