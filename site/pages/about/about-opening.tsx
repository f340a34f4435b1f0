import { about } from '../../content/about.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import styles from './about-opening.module.css';

const { picture } = about;

export function AboutOpening() {
  return (
    <section className={`wrap ${styles.opening}`}>
      <div className={styles.words}>
        <h1 tabIndex={-1}>{about.title}</h1>
        <p className={styles.lead}>{about.lead}</p>
        <ContactButton caller="about_cu" size="large">
          {about.action}
        </ContactButton>
      </div>
      <figure className={styles.figure}>
        <Ridgelines />
        <figcaption className={styles.caption}>
          <strong>{picture.title}</strong> {picture.caption}
        </figcaption>
      </figure>
    </section>
  );
}

function Ridgelines() {
  const set = (crop: string, [plain, dense]: readonly [number, number], type: string) =>
    `/about/ridgelines-${crop}-${plain}.${type} ${plain}w, /about/ridgelines-${crop}-${dense}.${type} ${dense}w`;
  const small = { media: '(width < 60rem)', sizes: '92vw', width: 720, height: 520 };
  const wide = { sizes: '680px', width: 680, height: 600 };
  return (
    <picture>
      {['avif', 'webp'].map((type) => (
        <source key={type} type={`image/${type}`} srcSet={set('small', [720, 1440], type)} {...small} />
      ))}
      <source type="image/avif" srcSet={set('wide', [680, 1360], 'avif')} {...wide} />
      <img
        className={styles.picture}
        src="/about/ridgelines-wide-680.webp"
        srcSet={set('wide', [680, 1360], 'webp')}
        {...wide}
        alt={picture.alt}
        fetchPriority="high"
      />
    </picture>
  );
}
