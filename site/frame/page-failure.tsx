import { ContactButton } from './contact-button.tsx';
import styles from './page-failure.module.css';

/** Shown in place of a page that failed. */
export function PageFailure() {
  return (
    <div className={`wrap ${styles.failure}`}>
      <h1>Something went wrong</h1>
      <p>This page could not be shown. It is our fault, not yours. Loading it again often helps.</p>
      <div className={styles.ways}>
        <a href="">Load the page again</a>
        <a href="/">Go to the home page</a>
        <ContactButton caller="home_cu" look="plain" className={styles.contact ?? ''}>
          Contact us
        </ContactButton>
      </div>
    </div>
  );
}
