import { useEffect, useState } from 'react';
import { watchChanges } from './watch-changes.ts';
import type { Section } from './sections.ts';

/**
 * Keeps the open view of a section up to date with changes by others.
 * @param watching the id of the open page: its erasure is reported as well
 * @returns whether the change stream is connected
 */
export function useChanges(section: Section, watching?: string): boolean {
  const [isLive, setLive] = useState(true);
  useEffect(() => watchChanges({ section, watching, onLive: setLive }), [section, watching]);
  return isLive;
}
