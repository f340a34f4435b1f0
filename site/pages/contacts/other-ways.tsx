import { company } from '../../content/company.ts';
import { contacts as words } from '../../content/contacts.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './other-ways.module.css';

export function Ways() {
  return (
    <aside>
      <ul className={styles.list}>
        {words.ways.map(({ title, text, label, href }) => (
          <li key={href} className={`row wraps middle apart ${styles.way}`}>
            <div>
              <h2 className={styles.title}>{title}</h2>
              <p className="small quiet">{text}</p>
            </div>
            <a href={href} className={`action-link arrow ${styles.link}`}>
              {label}
              <Icon name="arrow-right" size={20} />
            </a>
          </li>
        ))}
      </ul>
      <h2 className={styles.title}>{words.offices}</h2>
      <ul className={`stack mt-1 ${styles.offices}`}>
        {company.offices.map(({ city, street, postcode, country, phone }) => (
          <li key={city}>
            <address className={`small quiet ${styles.office}`}>
              {street}
              <br />
              {postcode} {city}, {country}
              <br />
              <a href={`tel:${phone.replaceAll(' ', '')}`} className={styles.phone}>
                {phone}
              </a>
            </address>
          </li>
        ))}
      </ul>
    </aside>
  );
}
