import type { DeskApplicationPage } from '../../../contract/desk/application-facts.ts';
import type { DeskLeadEvent } from '../../../contract/desk/lead-facts.ts';
import { removalWords } from '../../../contract/desk/removal.ts';
import { positionWords } from '../../../contract/posting.ts';
import { longDay } from '../../parts/moment-words.ts';
import { LeadTimeline } from '../work/lead-timeline.tsx';
import { ListSteps } from '../work/list-steps.tsx';
import type { ListPosition } from '../work/list-walk.ts';
import { NoteForm } from '../work/note-form.tsx';
import { RequestFacts } from '../work/request-facts.tsx';
import { applicationSection } from '../work/sections.ts';
import { WorkOn } from '../work/work-parts.tsx';
import { WorkPage } from '../work/work-page.tsx';
import { ApplicationActions } from './application-actions.tsx';
import { ApplicationMarks } from './application-marks.tsx';
import { applicationEventWords, mailStateWords } from './application-words.ts';
import { CvPane, useCvOpen } from './cv-pane.tsx';
import styles from './application.module.css';

export function ApplicationPage({ id }: { id: string }) {
  return (
    <WorkPage
      of={applicationSection}
      id={id}
      head={(shown) => ({
        title: shown.name || shown.email,
        about: positionWords(shown.position),
        marks: <ApplicationMarks application={shown} />,
      })}
    >
      {(shown, list) => (
        <>
          <WorkOn of={applicationSection} page={shown} beside={<PositionInList {...list} />}>
            <ApplicationActions page={shown} position={<PositionInList {...list} />} />
          </WorkOn>
          <ShownParts page={shown} go={list.go} />
        </>
      )}
    </WorkPage>
  );
}

/** Answers that are shown elsewhere on the page: the position in the heading, the newsletter among the consents. */
const shownElsewhere = ['subject', 'accept_newsletter'];

/** The CV first, because it is read first. Beside it, or below it on a phone, the staff's work and the form's answers. */
function ShownParts({ page: shown, go }: { page: DeskApplicationPage; go: (by: 1 | -1) => void }) {
  const { isOpen } = useCvOpen(shown);
  return (
    <div className={isOpen ? styles.reading : styles.columns}>
      <CvPane page={shown} onKey={(key) => (key === 'Escape' ? document.body.focus() : go(key === 'j' ? 1 : -1))} />
      <div className={`stack one-column gap-4 content-start min-w-0 ${styles.words}`}>
        <section className="stack gap-2 content-start min-w-0" aria-labelledby="story">
          <NoteForm of={applicationSection} id={shown.id} />
          <h2 id="story">What happened</h2>
          <Retention page={shown} />
          <LeadTimeline page={shown} words={applicationEventWords} more={(event) => sentMail(shown, event)} />
        </section>
        <RequestFacts of={applicationSection} page={shown} title="What they sent" without={shownElsewhere} />
      </div>
    </div>
  );
}

function PositionInList(list: ListPosition) {
  return <ListSteps {...list} noun="application" className={`gap-half ${styles.position}`} countClass={styles.count} />;
}

const poolWords: Readonly<Record<DeskApplicationPage['pool']['state'], string | undefined>> = {
  'not asked': undefined,
  asked: ' Its applicant was asked whether it may stay for longer, and has not answered yet.',
  agreed: undefined,
  withdrawn: ' Its applicant does not want it to stay for longer.',
  over: ' The time for which its applicant let us keep it is over.',
};

/** When the application will be deleted, and what the applicant answered when asked for a longer retention. */
function Retention({ page: { removal, pool } }: { page: DeskApplicationPage }) {
  return (
    <p className="quiet">
      {removalWords(removal, longDay)}
      {poolWords[pool.state]}
    </p>
  );
}

/** The text of a mail, shown below its entry in the history. */
function sentMail({ mails }: DeskApplicationPage, event: DeskLeadEvent) {
  const mail =
    event.kind === 'mail written' || event.kind === 'mail noted' ? mails.find(({ id }) => id === event.detail['mail']) : undefined;
  if (mail === undefined) return null;
  return (
    <details className={styles.mail}>
      <summary>
        {mail.subject} ({mailStateWords[mail.state]})
      </summary>
      <p>{mail.text}</p>
    </details>
  );
}
