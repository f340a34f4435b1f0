import { Fragment } from 'react';
import { isMac } from './is-mac.ts';
import { keyNames } from './match-keys.ts';
import styles from './keys.module.css';

/** The keys of a command as labelled on the keyboard. */
export function Keys({ keys }: { keys: string }) {
  const then = keys.includes(' ');
  return (
    <span className={`gap-half ${styles.keys}`}>
      {keyNames(keys, isMac()).map((name, index) => (
        <Fragment key={`${index} ${name}`}>
          {index > 0 && then && <span className="fine faint"> then </span>}
          <kbd className={`quiet ${styles.key}`}>{name}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
