import { use } from 'react';
import { postingPath } from '../../../contract/posting.ts';
import { careers } from '../../content/careers.ts';
import { OpeningsContext } from '../../sections/openings.ts';
import styles from './no-position.module.css';

/**
 * Shown if the address names no open position: site/client/postings.ts redirects to the open ones with a notice. Without JavaScript this page shows
 * the notice.
 */
export function NoPosition({ isClosed }: { isClosed: boolean }) {
  const { open, known } = use(OpeningsContext);
  return (
    <div className={`wrap stack gap-3 content-start page-padding ${styles.page}`} data-no-position={known.join(' ')}>
      <h1 className="h1-medium" tabIndex={-1}>
        {careers.title}
      </h1>
      <p className="lead">{isClosed ? careers.closed : careers.unknown}</p>
      <ul className={styles.list}>
        {open.map((posting) => (
          <li key={posting.slug} data-until={posting.validThrough}>
            <a href={postingPath(posting)}>{posting.title2}</a>
            <span>{posting.title1}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href="/careers">{careers.none}</a>
      </p>
    </div>
  );
}
