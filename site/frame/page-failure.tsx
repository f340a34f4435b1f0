import { ContactButton } from './contact-button.tsx';
import styles from './page-failure.module.css';

export function PageFailure() {
  return (
    <div className={`wrap stack gap-3 section ${styles.failure}`}>
      <h2>Something went wrong</h2>
      <p>This part of the page could not be shown. It is our fault, not yours. Loading it again often helps.</p>
      <div className={`row wraps ${styles.ways}`}>
        <a href="">Load the page again</a>
        <a href="/">Go to the home page</a>
        <ContactButton caller="home_cu" look="plain">
          Contact us
        </ContactButton>
      </div>
    </div>
  );
}
