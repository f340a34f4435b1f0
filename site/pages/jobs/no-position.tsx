import { useLayoutEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { dayOf, openPosting, postingPath } from '../../../contract/job.ts';
import { careers } from '../../content/careers.ts';
import { postings } from '../../content/postings.ts';
import { Link } from '../../frame/link.tsx';
import { useOpenPostings } from '../../sections/open-postings.ts';
import styles from './no-position.module.css';

/**
 * The address names no open position. Where the way here does, as the link of a card, that one opens; otherwise it leads back to the
 * open ones, with a word. Without JavaScript it says that word itself.
 */
export function NoPosition() {
  const open = useOpenPostings();
  useLayoutEffect(() => {
    const given = (history.state as { job?: { slug?: unknown } } | null)?.job?.slug;
    const posting = openPosting(postings, given, dayOf(Date.now()));
    if (posting) return navigate(postingPath(posting), { replace: true, state: history.state });
    const asked = given ?? new URLSearchParams(location.search).get('position');
    const notice = postings.some(({ slug }) => slug === asked) ? 'closed' : 'unknown';
    navigate('/careers', { replace: true, ...(asked && { state: { notice } }) });
  }, []);
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 tabIndex={-1}>{careers.title}</h1>
      <p className={styles.lead}>{careers.unknown}</p>
      <ul className={styles.list}>
        {open.map((posting) => (
          <li key={posting.slug}>
            <Link href={postingPath(posting)}>{posting.title2}</Link>
            <span>{posting.title1}</span>
          </li>
        ))}
      </ul>
      <p>
        <Link href="/careers">{careers.none}</Link>
      </p>
    </div>
  );
}
