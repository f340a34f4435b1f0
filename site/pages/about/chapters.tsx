import { about } from '../../content/about.ts';
import { company } from '../../content/company.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './chapters.module.css';

export function Chapters() {
  return (
    <div className="section surface">
      <div className="wrap">
        {about.chapters.map((chapter) => (
          <section key={chapter.title} className={`stack gap-2 ${styles.chapter}`}>
            <h2 className="h3">{chapter.title}</h2>
            <div className={`stack gap-2 quiet ${styles.text}`}>
              {chapter.text.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {chapter.way !== undefined && (
                <a href={chapter.way.href} className="action-link arrow self-start">
                  {chapter.way.label}
                  <Icon name="arrow-right" size={20} />
                </a>
              )}
            </div>
          </section>
        ))}
        <section className={`stack gap-2 ${styles.chapter}`}>
          <h2 className="h3">{about.offices.title}</h2>
          <div className={`stack gap-2 quiet ${styles.text}`}>
            <p>{about.offices.text}</p>
            <ul className={`stack gap-3 mt-1 ${styles.offices}`}>
              {company.offices.map((office) => (
                <li key={office.city}>
                  <address className={`small ${styles.office}`}>
                    <strong>{office.city}</strong>
                    {office.street}
                    <br />
                    {office.postcode} {office.city}, {office.country}
                  </address>
                </li>
              ))}
            </ul>
            {company.offices.some(({ sample }) => sample) && <p className={styles.note}>{about.offices.note}</p>}
          </div>
        </section>
      </div>
    </div>
  );
}
