import type { DeskLead } from '../../../contract/desk/lead-facts.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import styles from '../work/lead-marks.module.css';

/** Marks for whether the message is answered, and for spam and samples. */
export function MessageMarks({ message }: { message: Pick<DeskLead, 'state' | 'suspectedSpam' | 'sample'> }) {
  const isOpen = message.state === 'new';
  return (
    <span className={styles.marks}>
      <StateMark look={isOpen ? 'primary' : 'plain'}>{isOpen ? 'Open' : 'Answered'}</StateMark>
      {message.suspectedSpam && <StateMark look="danger">Spam?</StateMark>}
      {message.sample && <span className={styles.quiet}>sample</span>}
    </span>
  );
}
