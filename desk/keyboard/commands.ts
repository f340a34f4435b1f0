import { useEffect, useLayoutEffect, useRef } from 'react';

/** An action that is available now. The palette lists it, its keys run it, the help shows the keys. */
export type DeskCommand = {
  /** Unique among the current commands. */
  id: string;
  title: string;
  group: string;
  /** Such as `/`, `mod+k` (Ctrl, or Command on a Mac), `g l` (one after the other). */
  keys?: string;
  /** Further search words for the palette. */
  also?: string;
  /** Not listed in the palette. */
  keysOnly?: boolean;
  /** Listed in the help only: the focused element or another listener handles the key press. */
  helpOnly?: boolean;
  run: () => void;
};

type Source = { current: readonly DeskCommand[] };

const sources = new Set<Source>();

/** The commands of all mounted components. The latest come first, and win where two have the same keys. */
export function currentCommands(): DeskCommand[] {
  return [...sources].toReversed().flatMap(({ current }) => current);
}

/** Adds commands while the component is mounted. */
export function useCommands(commands: readonly DeskCommand[]): void {
  const source = useRef(commands);
  useLayoutEffect(() => {
    source.current = commands;
  });
  useEffect(() => {
    sources.add(source);
    return () => {
      sources.delete(source);
    };
  }, []);
}
