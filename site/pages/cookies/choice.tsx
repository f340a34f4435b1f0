import { cookieCategories } from '../../content/consent.ts';
import { cookiePolicy } from '../../content/cookies.ts';
import { ConsentButton } from '../../frame/consent-button.tsx';
import { useChoice, type Choice as Chosen } from '../../frame/consented.ts';
import styles from './choice.module.css';

/** What this browser agreed to so far, and the way to change it. */
export function Choice() {
  const choice = useChoice();
  return (
    <div className={styles.choice}>
      <output className={styles.state}>
        {inWords(choice)}
        {choice && <span className={styles.since}> Since {new Date(choice.at).toLocaleDateString('en-GB', { dateStyle: 'long' })}.</span>}
      </output>
      <ConsentButton>{cookiePolicy.choice.change}</ConsentButton>
    </div>
  );
}

function inWords(choice: Chosen): string {
  const { none, refused, accepted } = cookiePolicy.choice;
  if (!choice) return none;
  if (choice.categories.length === 0) return refused;
  const names = cookieCategories
    .filter(({ key }) => choice.categories.some((category) => category === key))
    .map(({ title }) => title.toLowerCase());
  return `${accepted} ${names.join(' and ')}.`;
}
