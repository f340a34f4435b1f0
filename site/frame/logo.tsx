import { companySign, signImages } from '../../contract/company-sign.ts';
import { company } from '../content/company.ts';
import { sign } from '../content/sign.ts';
import styles from './logo.module.css';

/**
 * The company's sign: the image uploaded at the desk, or the drawn sign beside the company's name.
 * @param isNamed whether a link around the sign has an accessible name, so that the image needs no alternative text
 */
export function Logo({ isNamed = false }: { isNamed?: boolean }) {
  const own = signImages(sign);
  if (own === null) return <DrawnLogo />;
  const alt = isNamed ? '' : sign.onLightPages.alt;
  // With two images, one for light and one for dark pages, loads lazily, so that the hidden one is not loaded.
  const loading = own.dark === null ? 'eager' : 'lazy';
  const shared = { decoding: 'async', fetchPriority: 'low', loading } as const;
  return (
    <span className={styles.own}>
      <img {...own.light} {...shared} alt={alt} className={own.dark === null ? undefined : styles.onLight} />
      {own.dark !== null && <img {...own.dark} {...shared} alt={alt} className={styles.onDark} />}
    </span>
  );
}

function DrawnLogo() {
  return (
    <span className={styles.logo} aria-hidden="true">
      <svg viewBox={`0 0 ${companySign.box} ${companySign.box}`} width="28" height="28" fill="none" className={styles.sign}>
        <path className={styles.lines} d={companySign.lines} />
        <path className={styles.curve} d={companySign.curve} />
        <circle className={styles.point} cx={companySign.point.x} cy={companySign.point.y} r={companySign.point.r} />
      </svg>
      <span className={company.name.length > 25 ? `${styles.name} ${styles.long}` : styles.name}>{company.name}</span>
    </span>
  );
}

/** The accessible name of a link around the sign. */
export function signName(): string {
  return signImages(sign) === null ? company.name : sign.onLightPages.alt || company.name;
}
