import { SPONTANEOUS_SUBJECT } from '../../../contract/posting.ts';
import { careers } from '../../content/careers.ts';
import { ApplyBand } from '../../sections/apply-band.tsx';
import styles from './page.module.css';
import { Notice } from './position-notice.tsx';
import { Positions } from './positions.tsx';

export function Page() {
  return (
    <>
      <section className={`wrap ${styles.opening}`}>
        <h1 className="h1-medium" tabIndex={-1}>
          {careers.title}
        </h1>
        <div className={`stack gap-2 quiet ${styles.intro}`}>
          {careers.intro.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {careers.sampleMark !== '' && <p className={styles.note}>{careers.sampleMark}</p>}
        </div>
      </section>
      <div className={`wrap ${styles.positions}`}>
        <Notice />
        <Positions />
      </div>
      <ApplyBand title={careers.spontaneous.title} lead={careers.spontaneous.subtitle} subject={SPONTANEOUS_SUBJECT} />
    </>
  );
}
