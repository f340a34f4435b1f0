import { useSyncExternalStore } from 'react';
import type { Failure } from './submit-form.ts';
import { waitWords } from './wait-words.ts';

export function useFailureWords(failure: Failure): string {
  const online = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  );
  return explain(failure, online);
}

function explain({ cause, waitSeconds }: Failure, online: boolean): string {
  const kept = 'Everything you typed is still here.';
  if (cause === 'limited') {
    const when = waitSeconds === undefined ? 'in a few minutes' : waitWords(waitSeconds);
    return `Too many requests came from your network. ${kept} You can send it again ${when}.`;
  }
  if (cause === 'connection') {
    if (!online) return `You seem to be offline. ${kept} Send it again once you are connected.`;
    return `The connection broke off. ${kept} You can send it again: it will reach us only once.`;
  }
  if (cause === 'server' && waitSeconds !== undefined) return `${kept} You can send it again ${waitWords(waitSeconds)}.`;
  return kept;
}

function watchConnection(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
