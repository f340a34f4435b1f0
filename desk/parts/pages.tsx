import { useState } from 'react';
import { FormFoot } from './desk-form.tsx';
import { SmallButton } from './small-button.tsx';

/** Pages of a list, the latest first. `before`: where the previous page ended and the page shown begins; undefined on the first page. */
export function usePages<Cursor>() {
  const [ends, setEnds] = useState<readonly Cursor[]>([]);
  return {
    before: ends.at(-1),
    isFirst: ends.length === 0,
    reset: () => setEnds([]),
    back: () => setEnds(ends.slice(0, -1)),
    next: (end: Cursor) => setEnds([...ends, end]),
  };
}

type ButtonsProps<Cursor> = {
  pages: ReturnType<typeof usePages<Cursor>>;
  /** Where the page shown ends; null or undefined if it is the last one. */
  end: Cursor | null | undefined;
  words?: readonly [back: string, next: string];
};

export function PageButtons<Cursor>({ pages, end, words: [back, next] = ['Later ones', 'Earlier ones'] }: ButtonsProps<Cursor>) {
  const hasNext = end !== null && end !== undefined;
  if (pages.isFirst && !hasNext) return null;
  return (
    <FormFoot>
      {!pages.isFirst && (
        <SmallButton variant="outline" onClick={pages.back}>
          {back}
        </SmallButton>
      )}
      {hasNext && (
        <SmallButton variant="outline" onClick={() => pages.next(end)}>
          {next}
        </SmallButton>
      )}
    </FormFoot>
  );
}
