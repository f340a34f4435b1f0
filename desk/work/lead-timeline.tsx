import type { DeskLeadPage } from '../../contract/desk/lead-facts.ts';
import { eventWords } from './lead-words.ts';
import { useColleagues } from './use-names.ts';
import { Moment } from '../parts/moment.tsx';
import styles from './lead-timeline.module.css';

/** Everything that happened to a lead, the latest first: who, when, and what they wrote. */
export function LeadTimeline({ page }: { page: DeskLeadPage }) {
  const { nameOf } = useColleagues();
  return (
    <ol className={styles.timeline}>
      {page.timeline.toReversed().map((event) => (
        <li key={event.id} className={`${styles.event} ${event.text !== null ? styles.note : ''}`}>
          <p>
            <span className={styles.what}>{eventWords(event, page.section, nameOf)}</span>
            <span className={styles.when}>
              {event.actor !== null && `${nameOf(event.actor)}, `}
              <Moment at={event.at} />
            </span>
          </p>
          {event.text !== null && <p className={styles.text}>{event.text}</p>}
        </li>
      ))}
    </ol>
  );
}
