import { whenInSight, whenShown } from './when-shown.ts';

export function startCounters(): void {
  whenShown(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    for (const list of document.querySelectorAll('[data-counters]'))
      whenInSight(list, () => void import('./count-up-motion.ts').then((loaded) => loaded.countWhenSeen(list)), '100%');
  });
}
