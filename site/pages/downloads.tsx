import type { Page as PageRow } from '../../contract/pages.ts';
import { reports } from '../../contract/report.ts';
import { reportDownload as words } from '../content/report.ts';
import { Link } from '../frame/link.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Download } from './downloads/download.tsx';
import styles from './downloads.module.css';

/** A report to read and to save. The mode is its type; a type that there is none of has nothing to show. */
export function Page({ page }: { page: PageRow }) {
  const type = page.mode;
  return (
    <div className={`wrap ${styles.page}`}>
      {type !== undefined && type in reports ? <Download type={type as 'pro'} missing={<Missing />} /> : <Missing />}
    </div>
  );
}

function Missing() {
  return (
    <div className={styles.missing}>
      <h1 tabIndex={-1}>{words.missing}</h1>
      <p className={styles.text}>{words.missingText}</p>
      <Link href="/getreport" className={buttonClass({ size: 'large' })}>
        {words.request}
      </Link>
    </div>
  );
}
