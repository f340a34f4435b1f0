import { cognitivePro } from '../../content/cognitive-pro.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import { Slides } from '../../sections/slides.tsx';
import styles from './platform-opening.module.css';

export function PlatformOpening() {
  return (
    <div className={`stack gap-5 ${styles.opening}`}>
      <div className={`wrap stack gap-3 ${styles.words}`}>
        <h1 tabIndex={-1}>{cognitivePro.title}</h1>
        <div className={`stack gap-3 items-start ${styles.lead}`}>
          <p className="lead max-w-34">{cognitivePro.subtitle}</p>
          <ContactButton caller="cognitive_bad" size="large">
            {cognitivePro.action}
          </ContactButton>
        </div>
      </div>
      <Slides />
    </div>
  );
}
