import { useEffect } from 'react';
import { me } from '../../contract/calls/desk/account-calls.ts';
import { callServer } from '../data/call-server.ts';
import { connection } from '../data/connection.ts';
import { queries } from '../data/queries.ts';
import { DeskIcon } from '../parts/desk-icon.tsx';
import styles from './connection-banner.module.css';

/** Milliseconds between two checks whether the server is back. */
const PAUSE = 3000;

/** Shows that the server cannot be reached, checks again and again, and refreshes the data once it is back. */
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
    <output className={styles.position}>
      {!connected && (
        <span className={`row wraps middle ${styles.banner}`}>
          <DeskIcon name="cut-off" />
          <span>No connection. What you typed stays here, and can be sent when it is back.</span>
          <button type="button" className={`strong ${styles.now}`} onClick={ask}>
            Try now
          </button>
        </span>
      )}
    </output>
  );
}

/** The answer does not matter: the call itself updates the connection state. */
function ask() {
  callServer(me, {}, { isRefresh: true }).catch(() => undefined);
}
