import type { ReactNode } from 'react';
import type { EventKind } from '../../../contract/desk/event-names.ts';
import type { DeskLeadEvent, DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { NoMailNote } from '../../account/no-mail-note.tsx';
import { eventWords } from './event-words.ts';
import { useColleagues } from './use-colleagues.ts';
import { Moment } from '../../parts/moment.tsx';
import styles from './lead-timeline.module.css';

/** Kinds of entries that record a sent mail. */
const MAILED: ReadonlySet<string> = new Set<EventKind>([
  'verification mail sent',
  'meeting mail sent',
  'paper sent',
  'staff notified',
  'answer mailed',
  'newsletter confirmation sent',
  'confirmation sent',
  'hr notified',
  'hr warned',
  'mail sent',
]);

export type TimelineProps = {
  page: Pick<DeskLeadPage, 'timeline'> & { section?: DeskLeadPage['section'] };
  /** Replaces the line of an entry. */
  words?: ((event: DeskLeadEvent, nameOf: (account: string | null) => string) => string) | undefined;
  /** Additional content below an entry. */
  more?: (event: DeskLeadEvent) => ReactNode;
};

/** The history of a lead, the latest entry first: who, when, and what they wrote. */
export function LeadTimeline({ page, words, more }: TimelineProps) {
  const { nameOf } = useColleagues();
  const said = words ?? ((event: DeskLeadEvent) => eventWords(event, page.section ?? 'lead', nameOf));
  return (
    <>
      {page.timeline.some(({ kind }) => MAILED.has(kind)) && <NoMailNote />}
      <ol className="stack">
        {page.timeline.toReversed().map((event) => (
          <li key={event.id} className={`${styles.event} ${event.text !== null ? styles.note : ''}`}>
            <p>
              <span>{said(event, nameOf)}</span>
              <span className="faint">
                {event.actor !== null && `${nameOf(event.actor)}, `}
                <Moment at={event.at} />
              </span>
            </p>
            {event.text !== null && <p className={`breaks ${styles.text}`}>{event.text}</p>}
            {more?.(event)}
          </li>
        ))}
      </ol>
    </>
  );
}
