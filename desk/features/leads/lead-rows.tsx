import type { DeskLead } from '../../../contract/desk/lead-facts.ts';
import { Moment } from '../../parts/moment.tsx';
import { LeadMarks } from '../work/lead-marks.tsx';
import { useColleagues } from '../work/use-names.ts';
import { WorkRows } from '../work/work-rows.tsx';
import { leadSection } from '../work/work-section.ts';
import styles from '../work/row-list.module.css';

type RowsProps = { leads: readonly DeskLead[]; isOld: boolean; onEnd: () => void };

export function LeadRows({ leads, isOld, onEnd }: RowsProps) {
  const { nameOf } = useColleagues();
  return (
    <WorkRows of={leadSection} name="Leads" rows={leads} isOld={isOld} onEnd={onEnd}>
      {(lead) => (
        <>
          <span className={styles.who}>
            <span className={styles.name}>{lead.name || lead.email}</span>
            <span className={`${styles.company} ${lead.company === '' ? '' : styles.named}`}>{lead.company || lead.email}</span>
          </span>
          <span className={styles.what} title={lead.request}>
            {lead.request}
          </span>
          <span className={styles.marks}>
            <LeadMarks lead={lead} />
          </span>
          <span className={styles.owner}>{lead.owner === null ? '' : nameOf(lead.owner)}</span>
          <span className={styles.when}>
            <Moment at={lead.createdAt} />
          </span>
        </>
      )}
    </WorkRows>
  );
}
