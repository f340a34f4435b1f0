import type { DeskApplication } from '../../contract/desk/application-facts.ts';
import { Moment } from '../parts/moment.tsx';
import styles from '../work/row-list.module.css';
import { useColleagues } from '../work/use-names.ts';
import { WorkRows } from '../work/work-rows.tsx';
import { ApplicationMarks } from './application-marks.tsx';
import { applicationSection } from './application-section.ts';

type RowsProps = { applications: readonly DeskApplication[]; isOld: boolean; onEnd: () => void };

export function ApplicationRows({ applications, isOld, onEnd }: RowsProps) {
  const { nameOf } = useColleagues();
  return (
    <WorkRows of={applicationSection} name="Applications" rows={applications} isOld={isOld} onEnd={onEnd}>
      {(application) => (
        <>
          <span className={styles.who}>
            <span className={styles.name}>{application.name || application.email}</span>
            <span className={styles.company}>{application.email}</span>
          </span>
          <span className={styles.what}>{application.position}</span>
          <span className={styles.marks}>
            <ApplicationMarks application={application} />
          </span>
          <span className={styles.owner}>{application.owner === null ? '' : nameOf(application.owner)}</span>
          <span className={styles.when}>
            <Moment at={application.createdAt} />
          </span>
        </>
      )}
    </WorkRows>
  );
}
