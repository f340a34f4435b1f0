import { useEffect, useState, type RefObject } from 'react';

/** Rows rendered beyond the window on each side, so that scrolling shows no gaps. */
const BEYOND = 12;

export type Range = { from: number; to: number };

/** The range of rows that are inside the window. All sizes in pixels; `top`: of the first row, relative to the window's upper edge. */
export function rowsInSight(count: number, { top, height, row }: { top: number; height: number; row: number }): Range {
  const first = Math.floor(-top / row) - BEYOND;
  const last = Math.ceil((height - top) / row) + BEYOND;
  const from = Math.min(Math.max(0, first), count);
  return { from, to: Math.max(from, Math.min(count, last)) };
}

/** @param row the height of one row, in pixels */
export function useVisibleRows(list: RefObject<HTMLElement | null>, count: number, row: number): Range {
  const [range, setRange] = useState<Range>({ from: 0, to: Math.min(count, 30) });
  useEffect(() => {
    const look = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const next = rowsInSight(count, { top, height: innerHeight, row });
      setRange((before) => (before.from === next.from && before.to === next.to ? before : next));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [list, count, row]);
  return range;
}
