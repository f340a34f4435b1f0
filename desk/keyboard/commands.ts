import { useEffect, useLayoutEffect, useRef } from 'react';

/** Something that can be done now: the palette lists it, its keys do it, the help shows them. */
export type DeskCommand = {
  /** Unique among those that are there at one time. */
  id: string;
  title: string;
  group: string;
  /** As `/`, `mod+k` (Ctrl, or Command on a Mac), `g l` (one after the other). */
  keys?: string;
  /** Words by which it is found too. */
  also?: string;
  /** Only by its keys: the palette is no place for it. */
  keysOnly?: boolean;
  /** What has the focus does it, or another view: it is told here, and not done. */
  toldOnly?: boolean;
  run: () => void;
};

type Source = { current: readonly DeskCommand[] };

const sources = new Set<Source>();

/** Those of whatever is on the page; what came last stands first, and wins where two have the same keys. */
export function currentCommands(): DeskCommand[] {
  return [...sources].toReversed().flatMap(({ current }) => current);
}

/** They are there as long as the component is. */
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
