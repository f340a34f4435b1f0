import type { DeskLead } from '../../contract/desk/lead-facts.ts';
import { leadStateWords } from '../../contract/desk/lead-states.ts';
import { StateMark, type StateLook } from '../parts/state-mark.tsx';
import styles from './lead-marks.module.css';

type Marked = Pick<DeskLead, 'state' | 'verified' | 'suspectedSpam' | 'sample'>;

const looks: Readonly<Partial<Record<DeskLead['state'], StateLook>>> = { new: 'primary', won: 'success', lost: 'dashed' };

/** State of a lead, and what else one has to know of it: by words and shape, not by colour alone. */
export function LeadMarks({ lead }: { lead: Marked }) {
  return (
    <span className={styles.marks}>
      <StateMark look={looks[lead.state]}>{leadStateWords[lead.state]}</StateMark>
      {lead.suspectedSpam && <StateMark look="danger">Spam?</StateMark>}
      {!lead.verified && !lead.suspectedSpam && <span className={styles.quiet}>not confirmed</span>}
      {lead.sample && <span className={styles.quiet}>sample</span>}
    </span>
  );
}
