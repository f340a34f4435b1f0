import { cookieCategories } from '../../../contract/cookie-words.ts';
import { cookiePolicy } from '../../content/cookies.ts';
import { ConsentButton } from '../../frame/consent-button.tsx';
import styles from './choice.module.css';

const { none, refused, accepted, change } = cookiePolicy.choice;

/** The visitor's choice of cookies, which site/client/show-choice.ts fills in with these words, and a button to change it. */
export function CookieChoice() {
  const names = cookieCategories.map(({ key, title }) => [`data-${key}`, title.toLowerCase()] as const);
  return (
    <div className={`row wraps middle apart surface mt-1 bordered ${styles.choice}`}>
      <output
        className="strong"
        data-consent-state=""
        data-refused={refused}
        data-accepted={accepted}
        data-since={styles.since}
        {...Object.fromEntries(names)}
      >
        {none}
      </output>
      <ConsentButton>{change}</ConsentButton>
    </div>
  );
}
