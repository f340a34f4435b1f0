import { useEffect, type RefObject } from 'react';
import type { CountedFigure } from './count-up.ts';

/** Counts the `dd` elements of a list up to their figures, one time, once the list comes into sight; not under reduced motion. */
export function useCountUp(list: RefObject<HTMLElement | null>, figures: readonly CountedFigure[]): void {
  useEffect(() => {
    const element = list.current!;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    let gone = false;
    async function count() {
      const { countUp } = await import('./count-up.ts');
      if (gone) return;
      for (const [i, figure] of figures.entries()) countUp(element.querySelectorAll('dd')[i]!, figure);
    }
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        void count();
      },
      { threshold: 0.25 },
    );
    watch.observe(element);
    return () => {
      gone = true;
      watch.disconnect();
    };
  }, [list, figures]);
}
