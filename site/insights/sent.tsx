import { lazy, Suspense, useSyncExternalStore } from 'react';
import { insights } from '../content/insights.ts';
import styles from './sent.module.css';

const words = insights.sent;
const SentDialog = lazy(async () => ({ default: (await import('./sent-dialog.tsx')).SentDialog }));

/** After the link of the mail: the paper is on its way, and where the figures are. */
export function Sent() {
  // Not in the rendered page: without its script nothing could close it.
  const answering = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (
    <>
      <noscript>
        <p className={`wrap ${styles.note}`}>{words.text}</p>
      </noscript>
      <p className={`wrap ${styles.back}`}>
        <a href="/insights">{words.back}</a>
      </p>
      {answering ? (
        <Suspense fallback={null}>
          <SentDialog />
        </Suspense>
      ) : null}
    </>
  );
}
