import { notFound } from '../../content/not-found.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './page.module.css';

export function Page() {
  return (
    <div className={`wrap grid ${styles.page}`}>
      <div className={styles.words}>
        <h1 className="h1-small">{notFound.title}</h1>
        <p className={`lead ${styles.lead}`}>{notFound.lead}</p>
        <ul className="border-top">
          {notFound.ways.map(({ href, label, about }) => (
            <li key={label}>
              <a href={href} className={`arrow stack gap-2 ${styles.way}`}>
                <span className="strong">{label}</span>
                <span className={`small quiet ${styles.about}`}>{about}</span>
                <Icon name="arrow-right" size={20} />
              </a>
            </li>
          ))}
        </ul>
      </div>
      <LostNode />
    </div>
  );
}

function LostNode() {
  return (
    <svg className={`wide-only ${styles.graph}`} viewBox="0 0 420 420" fill="none" aria-hidden="true">
      <path
        className={styles.edges}
        d="M60 96 146 60l92 44-34 92-98 18zM146 60l-40 154M238 104l-132 110m98-18L60 96M204 196l-62 92-92 16 56-90m36 74 98 32-36-124M50 304l26 74 164-58m-98-32-66 90"
      />
      <path className={styles.missing} d="m240 320 114-110M238 104l116 106" />
      <g className={styles.nodes}>
        <circle cx="60" cy="96" r="7" />
        <circle cx="146" cy="60" r="5" />
        <circle cx="238" cy="104" r="9" />
        <circle cx="106" cy="214" r="6" />
        <circle cx="204" cy="196" r="10" />
        <circle cx="142" cy="288" r="7" />
        <circle cx="50" cy="304" r="5" />
        <circle cx="240" cy="320" r="8" />
        <circle cx="76" cy="378" r="6" />
      </g>
      <circle className={styles.halo} cx="354" cy="210" r="26" />
      <circle className={styles.lost} cx="354" cy="210" r="9" />
    </svg>
  );
}
