import type { DeskLead } from '../../../contract/desk/lead-facts.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { FieldMarks } from './field-parts.tsx';
import styles from './lead-marks.module.css';

type Marked = Pick<DeskLead, 'state' | 'verified' | 'suspectedSpam' | 'sample'>;

/** Marks for the state and other important facts, told apart by words and shape, not by colour alone. */
export function LeadMarks({ lead }: { lead: Marked }) {
  return (
    <span className={styles.marks}>
      <FieldMarks section="lead" work={lead} />
      {lead.suspectedSpam && <StateMark look="danger">Spam?</StateMark>}
      {!lead.verified && !lead.suspectedSpam && <span className={styles.quiet}>not confirmed</span>}
      {lead.sample && <span className={styles.quiet}>sample</span>}
    </span>
  );
}
