import type { CountedFigure } from '../sections/counted-figure.ts';
import { whenInSight, whenShown } from './when-shown.ts';

/**
 * Counts the figures of a list up to what stands there, one time, once the list comes into sight; not under reduced motion. They are set
 * to their start while nobody sees them: a list that is in sight by then stays as it is.
 */
export function startCounters(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  whenShown(() => {
    for (const list of document.querySelectorAll('[data-counters]')) whenInSight(list, () => void prepare(list), { ahead: '100%' });
  });
}

async function prepare(list: Element) {
  const { countUp } = await import('./count-up-motion.ts');
  if (list.getBoundingClientRect().top < innerHeight) return;
  const starts = Array.from(list.querySelectorAll<HTMLElement>('[data-figure]'), (element) =>
    countUp(element, JSON.parse(element.dataset['figure']!) as CountedFigure),
  );
  whenInSight(list, () => starts.forEach((start) => start()), { threshold: 0.25 });
}
