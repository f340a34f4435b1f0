import type { Page as PageRow } from '../../contract/pages.ts';
import { Island } from '../islands/island.tsx';
import { reports } from '../../contract/report.ts';
import { Missing } from './downloads/missing.tsx';
import styles from './downloads.module.css';

/** A report to read and to save. The mode is its type; a type that there is none of has nothing to show. */
export function Page({ page }: { page: PageRow }) {
  const type = page.mode;
  return (
    <div className={`wrap ${styles.page}`}>
      {type !== undefined && type in reports ? <Island name="download" when="idle" props={{ type: type as 'pro' }} /> : <Missing />}
    </div>
  );
}
