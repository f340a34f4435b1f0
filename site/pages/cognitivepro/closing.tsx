import { cognitivePro } from '../../content/cognitive-pro.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import styles from './closing.module.css';

const { closing } = cognitivePro;

export function PlatformClosing() {
  return (
    <section className={styles.band} aria-labelledby="closing">
      <div className={`wrap ${styles.layout}`}>
        <div>
          <h2 id="closing">{closing.title}</h2>
          <p className={styles.text}>{closing.text}</p>
        </div>
        <ContactButton caller="cognitive_bad" size="large">
          {closing.action}
        </ContactButton>
      </div>
    </section>
  );
}
