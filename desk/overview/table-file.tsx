import { encodeCall } from '../../contract/desk/call-request.ts';
import { exportOverviewCall, type overviewTables } from '../../contract/desk/overview-calls.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { OverviewAsked } from './overview-asked.ts';
import styles from './overview.module.css';

type FileProps = { asked: OverviewAsked; table: (typeof overviewTables)[number]; of: string };

/** Takes along what is shown, and nothing else. */
export function TableFile({ asked, table, of }: FileProps) {
  return (
    <a className={styles.file} href={encodeCall(exportOverviewCall, { ...asked, table }).path} download>
      CSV<VisuallyHidden> of {of}</VisuallyHidden>
    </a>
  );
}
