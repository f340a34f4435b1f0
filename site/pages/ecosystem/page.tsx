import { ecosystem } from '../../content/ecosystem.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import { ClosingBand } from '../../sections/closing-band.tsx';
import { Counters } from './counters.tsx';
import styles from './page.module.css';

const { banner } = ecosystem;

export function Page() {
  return (
    <>
      <section className={`wrap stack page-padding ${styles.opening}`}>
        <div className={`stack gap-3 ${styles.words}`}>
          <h1 tabIndex={-1}>{ecosystem.title}</h1>
          <p className={`lead ${styles.lead}`} lang={ecosystem.language}>
            {ecosystem.lead}
          </p>
          <ContactButton caller="ecosystem_cu" size="large">
            {ecosystem.action}
          </ContactButton>
        </div>
        <Counters />
      </section>
      <div className="section surface">
        <div className={`wrap stack gap-5 ${styles.chapters}`} lang={ecosystem.language}>
          {ecosystem.chapters.map(({ title, text }) => (
            <section key={title} className={styles.chapter}>
              <h2 className="h3">{title}</h2>
              <p className="mt-2 quiet">{text}</p>
            </section>
          ))}
        </div>
      </div>
      <ClosingBand title={banner.title} text={banner.text}>
        <ContactButton caller="ecosystem_bad" size="large">
          {banner.action}
        </ContactButton>
      </ClosingBand>
    </>
  );
}
