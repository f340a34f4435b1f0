import { imageFiles, staffPicture } from '../../../contract/pictures.ts';
import { about } from '../../content/about.ts';
import { ContactButton } from '../../frame/contact-button.tsx';
import styles from './about-opening.module.css';

const { picture } = about;

export function AboutOpening() {
  return (
    <section className={`wrap stack gap-5 ${styles.opening}`}>
      <div className={`stack gap-3 ${styles.words}`}>
        <h1 className="h1-medium" tabIndex={-1}>
          {about.title}
        </h1>
        <p className={`lead ${styles.lead}`}>{about.lead}</p>
        <ContactButton caller="about_cu" size="large">
          {about.action}
        </ContactButton>
      </div>
      <figure className="min-w-0">
        <Ridgelines />
        <figcaption className={`fine faint ${styles.caption}`}>
          <strong>{picture.title}</strong> {picture.caption}
        </figcaption>
      </figure>
    </section>
  );
}

function Ridgelines() {
  const file = (cut: 'small' | 'wide') => (staffPicture(picture.src) ? imageFiles(picture.src, cut) : { src: `${picture.src}-${cut}.svg` });
  const small = file('small');
  return (
    <picture>
      <source media="(width < 60rem)" srcSet={[small.src, small.srcSet].filter(Boolean).join(', ')} width={720} height={520} />
      <img className={styles.picture} {...file('wide')} width={680} height={600} alt={picture.alt} fetchPriority="high" />
    </picture>
  );
}
