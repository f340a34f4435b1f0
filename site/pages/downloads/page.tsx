import type { PageRow } from '../../../contract/pages.ts';
import { editionMarks } from '../../../contract/page-marks.ts';
import { Island } from '../../islands/island.tsx';
import { reports } from '../../../contract/report-files.ts';
import { Missing } from '../../islands/missing.tsx';
import styles from './page.module.css';

export function Page({ page }: { page: PageRow }) {
  const type = page.mode;
  return (
    <div className={`wrap ${styles.page}`}>
      {type !== undefined && type in reports ? (
        <Island name="download" when="idle" props={{ type: type as 'pro', edition: editionMarks }} />
      ) : (
        <Missing />
      )}
    </div>
  );
}
