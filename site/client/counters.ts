import type { CountedFigure } from '../sections/counted-figure.ts';
import { whenInSight, whenShown } from './when-shown.ts';

/** Counts the figures of a list up to what stands there, one time, once the list comes into sight; not under reduced motion. */
export function startCounters(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  whenShown(() => {
    for (const list of document.querySelectorAll('[data-counters]')) whenInSight(list, () => void count(list), 0.25);
  });
}

async function count(list: Element) {
  const { countUp } = await import('./count-up-motion.ts');
  for (const element of list.querySelectorAll<HTMLElement>('[data-figure]')) {
    countUp(element, JSON.parse(element.dataset['figure']!) as CountedFigure);
  }
}
