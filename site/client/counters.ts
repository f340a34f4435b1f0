import { whenInSight, whenShown } from './when-shown.ts';

export function startCounters(): void {
  whenShown(() => {
    for (const list of document.querySelectorAll('[data-counters]'))
      whenInSight(list, () => void import('./count-up-motion.ts').then((loaded) => loaded.countWhenSeen(list)), '100%');
  });
}
