import { useState } from 'react';
import { pageSetting } from '../frame/page-setting.ts';
import { readDraft } from './form-drafts.ts';

/** For how long a form could be filled in: since its page was shown, since it was opened, or since its draft was begun. */
export function useElapsed(draft: string, opened: boolean) {
  const [from] = useState(() => (opened ? performance.now() : shownAt()));

  /** In milliseconds. */
  function now(): number {
    const typed = readDraft(draft)?.since ?? Infinity;
    return Math.round(Math.max(performance.now() - from, Date.now() - typed));
  }

  async function enough(): Promise<void> {
    const rest = Number(pageSetting('minfill')) - now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }

  return { now, enough };
}

/** For a prerendered page, the time when it was shown. */
function shownAt(): number {
  if (import.meta.env.SSR) return 0;
  const [navigation] = performance.getEntriesByType('navigation') as Array<PerformanceNavigationTiming & { activationStart?: number }>;
  return navigation?.activationStart ?? 0;
}
