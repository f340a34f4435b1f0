import { whenInSight, whenShown } from './when-shown.ts';

/** Counts the figures of each list up to what stands there, one time. Begun before a list is in sight. */
export function startCounters(): void {
  whenShown(() => {
    for (const list of document.querySelectorAll('[data-counters]'))
      whenInSight(list, () => void import('./count-up-motion.ts').then(({ countWhenSeen }) => countWhenSeen(list)), '100%');
  });
}
