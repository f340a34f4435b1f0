import type { DeskLead } from '../../contract/desk/lead-facts.ts';
import { stateWords } from './lead-words.ts';
import styles from './lead-marks.module.css';

type Marked = Pick<DeskLead, 'state' | 'verified' | 'suspectedSpam' | 'sample'>;

/** State of a lead, and what else one has to know of it: by words and shape, not by colour alone. */
export function LeadMarks({ lead }: { lead: Marked }) {
  return (
    <span className={styles.marks}>
      <span className={`${styles.mark} ${styles[lead.state]}`}>{stateWords[lead.state]}</span>
      {lead.suspectedSpam && <span className={`${styles.mark} ${styles.spam}`}>Spam?</span>}
      {!lead.verified && !lead.suspectedSpam && <span className={styles.quiet}>not confirmed</span>}
      {lead.sample && <span className={styles.quiet}>sample</span>}
    </span>
  );
}
