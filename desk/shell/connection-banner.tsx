import { useEffect } from 'react';
import { me } from '../../contract/calls/desk/account-calls.ts';
import { callServer } from '../data/call-server.ts';
import { connection } from '../data/connection.ts';
import { queries } from '../data/queries.ts';
import { DeskIcon } from '../parts/desk-icon.tsx';
import styles from './connection-banner.module.css';

/** Milliseconds between two questions whether the server is back. */
const PAUSE = 3000;

/** Says that nobody answers, asks again and again, and brings what shows up to date once somebody does. */
export function ConnectionBanner() {
  const connected = connection.use();
  useEffect(() => {
    if (connected) return;
    const timer = setInterval(ask, PAUSE);
    return () => {
      clearInterval(timer);
      void queries.invalidateQueries();
    };
  }, [connected]);
  return (
    <output className={styles.place}>
      {!connected && (
        <span className={styles.banner}>
          <DeskIcon name="cut-off" />
          <span>No connection. What you typed stays here, and can be sent when it is back.</span>
          <button type="button" className={styles.now} onClick={ask}>
            Try now
          </button>
        </span>
      )}
    </output>
  );
}

/** Whatever the answer: the call itself says that there was one. */
function ask() {
  callServer(me, {}, { isRefresh: true }).catch(() => undefined);
}
