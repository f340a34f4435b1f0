import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { whileBusy } from './busy.ts';

type ConsentView = ComponentType<{ asked: number }>;

let asked = 0;
const listeners = new Set<() => void>();

/** Opens the choice of cookies, at any time. */
export function openConsent(): void {
  asked += 1;
  for (const listener of listeners) listener();
}

/** Where the visitor's consent is asked for and kept. Its code comes once the browser has nothing better to do, or when asked. */
export function ConsentHost() {
  const times = useSyncExternalStore(
    subscribe,
    () => asked,
    () => 0,
  );
  const [View, setView] = useState<ConsentView>();
  useEffect(() => {
    if (View) return undefined;
    const load = async () => {
      const { Consent } = await import('./consent/consent.tsx');
      setView(() => Consent);
    };
    // Without it nothing is asked for, and nothing is agreed to.
    if (times > 0) return void whileBusy(load()).catch(() => location.assign('/cookies'));
    return whenIdle(() => void load().catch(() => {}));
  }, [View, times]);
  return View ? <View asked={times} /> : null;
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 800);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
