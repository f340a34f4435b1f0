import { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplicationPage } from '../../../contract/desk/application-facts.ts';
import type { DeskLeadEvent } from '../../../contract/desk/lead-facts.ts';
import { listAddress } from '../../router/list-address.ts';
import { navigate } from '../../router/navigation.ts';
import { ApplicationMarks } from './application-marks.tsx';
import { applicationSection } from './application-section.ts';
import { applicationEventWords, mailStateWords } from './application-words.ts';
import { positionWords } from '../../../contract/posting.ts';
import { useCall } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import page from '../work/work-page.module.css';
import { DeskIcon } from '../../parts/desk-icon.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { LeadTimeline } from '../work/lead-timeline.tsx';
import { NotHere } from '../work/not-here.tsx';
import { NoteForm } from '../work/note-form.tsx';
import { SentAnswers } from '../work/sent-answers.tsx';
import { useChanges } from '../work/use-changes.ts';
import { useListPlace } from '../work/use-list-place.ts';
import { useReadNotices } from '../work/use-notices.ts';
import { SpamAlert } from '../work/work-parts.tsx';
import { ApplicationActions } from './application-actions.tsx';
import { CvPane, useCvOpen } from './cv-pane.tsx';
import styles from './application.module.css';

/** The `key` gives each application a fresh component, so that no state of the previous one remains. */
export function ShownApplication({ id }: { id: string }) {
  useChanges(applicationSection, id);
  return <OneApplication key={id} id={id} />;
}

function OneApplication({ id }: { id: string }) {
  const { data: shown, error, refetch } = useCall(applicationWork.read, { id });
  const { place, go } = useListPlace(applicationSection.path, id);
  useReadNotices(shown?.id);
  const group = 'This application';
  useCommands([
    { id: 'next application', title: 'Next application of the list', group, keys: 'j', run: () => go(1) },
    { id: 'previous application', title: 'Previous application of the list', group, keys: 'k', run: () => go(-1) },
    {
      id: 'back to applications',
      title: 'Back to the list',
      group,
      keys: 'Escape',
      run: () => navigate(listAddress(applicationSection.path)),
    },
  ]);
  if (error?.kind === 'missing') return <NotHere id={id} title="Application" path="/applications" />;
  if (shown === undefined) {
    return (
      <>
        <ViewHead title="Application" />
        <FaultAlert fault={error} title="This application cannot be shown" onRetry={() => void refetch()} />
        {error === null && <Loading rows={5} />}
      </>
    );
  }
  return (
    <>
      <p className={page.back}>
        <a href={listAddress(applicationSection.path)}>Back to the list</a>
      </p>
      <ViewHead
        title={shown.name || shown.email}
        about={
          <span className={page.about}>
            <span>
              {positionWords(shown.position)}, <Moment at={shown.createdAt} />
            </span>
            <ApplicationMarks application={shown} />
          </span>
        }
      />
      <SpamAlert page={shown} />
      <ApplicationActions page={shown} place={<ListPlace place={place} go={go} />} />
      <ShownParts page={shown} go={go} />
    </>
  );
}

/** Answers that are shown elsewhere on the page: the position in the heading, the newsletter among the consents. */
const said = ['subject', 'accept_newsletter'];

/** The CV first, because it is read first. Beside it, or below it on a phone, the staff's work and the form's answers. */
function ShownParts({ page: shown, go }: { page: DeskApplicationPage; go: (by: 1 | -1) => void }) {
  const { isOpen } = useCvOpen(shown);
  return (
    <div className={isOpen ? styles.reading : styles.columns}>
      <CvPane page={shown} onKey={(key) => (key === 'Escape' ? document.body.focus() : go(key === 'j' ? 1 : -1))} />
      <div className={styles.words}>
        <section className={page.story} aria-labelledby="story">
          <NoteForm of={applicationSection} id={shown.id} />
          <h2 id="story">What happened</h2>
          <Retention page={shown} />
          <LeadTimeline page={shown} words={applicationEventWords} more={(event) => sentMail(shown, event)} />
        </section>
        <SentAnswers of={applicationSection} page={shown} title="What they sent" without={said} />
      </div>
    </div>
  );
}

/** The position of the application in the list it was opened from, with links to the previous and next one. */
function ListPlace({ place, go }: ReturnType<typeof useListPlace>) {
  if (place === undefined) return null;
  const { at, count, isWhole } = place;
  return (
    <span className={styles.place}>
      <SmallButton variant="outline" aria-disabled={at === 1} aria-label="Previous application" onClick={() => go(-1)}>
        <DeskIcon name="previous" />
      </SmallButton>
      <SmallButton variant="outline" aria-disabled={at === count && isWhole} aria-label="Next application" onClick={() => go(1)}>
        <DeskIcon name="next" />
      </SmallButton>
      <span className={styles.count}>
        {at} of {count}
        {!isWhole && '+'}
      </span>
    </span>
  );
}

const longDay = (at: number) => new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

const poolWords: Readonly<Record<DeskApplicationPage['pool']['state'], string | undefined>> = {
  'not asked': undefined,
  asked: ' Its applicant was asked whether it may stay for longer, and has not answered yet.',
  agreed: undefined,
  withdrawn: ' Its applicant does not want it to stay for longer.',
  over: ' The time for which its applicant let us keep it is over.',
};

/** When the application will be deleted, and what the applicant answered when asked for a longer retention. */
function Retention({ page: { deleteAt, pool } }: { page: DeskApplicationPage }) {
  return (
    <p className={styles.retention}>
      {deleteAt === null ? (
        'It is not removed by itself.'
      ) : (
        <>
          It is removed with its CV on {longDay(deleteAt)}
          {pool.state === 'agreed' ? ': until then its applicant lets us keep it.' : '.'}
        </>
      )}
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
