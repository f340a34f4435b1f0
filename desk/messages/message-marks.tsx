import type { DeskLead } from '../../contract/desk/lead-facts.ts';
import styles from '../work/lead-marks.module.css';

/** Whether it is answered, and what else one has to know of it: in words. */
export function MessageMarks({ message }: { message: Pick<DeskLead, 'state' | 'suspectedSpam' | 'sample'> }) {
  const isOpen = message.state === 'new';
  return (
    <span className={styles.marks}>
      <span className={`${styles.mark} ${isOpen ? styles.new : styles.contacted}`}>{isOpen ? 'Open' : 'Answered'}</span>
      {message.suspectedSpam && <span className={`${styles.mark} ${styles.spam}`}>Spam?</span>}
      {message.sample && <span className={styles.quiet}>sample</span>}
    </span>
  );
}
