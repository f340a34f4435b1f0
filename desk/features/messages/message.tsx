import { useState } from 'react';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { Moment } from '../../parts/moment.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { AnswerDialog } from '../work/answer-dialog.tsx';
import { AnswerForm } from '../work/answer-form.tsx';
import { LeadTimeline } from '../work/lead-timeline.tsx';
import { thisOne } from '../work/lead-words.ts';
import { MarkSpam, ReleaseFlood } from '../work/mark-spam.tsx';
import { NoteForm } from '../work/note-form.tsx';
import { SentAnswers } from '../work/sent-answers.tsx';
import { useLeadWork } from '../work/use-lead-work.ts';
import { useColleagues } from '../work/use-names.ts';
import { AnswerButton, OwnerChoice, ReleaseButton, SpamAlert, WorkBar, WorkFaults } from '../work/work-parts.tsx';
import { WorkPage } from '../work/work-page.tsx';
import { MessageMarks } from './message-marks.tsx';
import { messageSection } from './message-section.ts';
import pageStyles from '../work/work-page.module.css';
import styles from './message.module.css';

export function ShownMessage({ id }: { id: string }) {
  return (
    <WorkPage of={messageSection} id={id} name="Message">
      {(page) => <OneMessage page={page} />}
    </WorkPage>
  );
}

function OneMessage({ page }: { page: DeskLeadPage }) {
  const said = (wanted: string) => page.answers.find(({ name }) => name === wanted)?.value ?? '';
  return (
    <>
      <ViewHead
        title={said('subject') || page.request}
        about={
          <span className={pageStyles.about}>
            <span>
              {page.name || page.email}, <Moment at={page.createdAt} />
            </span>
            <MessageMarks message={page} />
          </span>
        }
      />
      <SpamAlert page={page} />
      <MessageActions page={page} />
      <div className={pageStyles.columns}>
        <div className={styles.sent}>
          <section aria-labelledby="said">
            <h2 id="said">Message</h2>
            <p className={styles.text}>{said('message')}</p>
          </section>
          <SentAnswers of={messageSection} page={page} title="Sender" without={['subject', 'message']} />
        </div>
        <section className={pageStyles.story} aria-labelledby="story">
          <h2 id="story">What happened</h2>
          <NoteForm of={messageSection} id={page.id} />
          <LeadTimeline page={page} />
        </section>
      </div>
    </>
  );
}

function MessageActions({ page }: { page: DeskLeadPage }) {
  const me = useSignedIn();
  const { nameOf } = useColleagues();
  const [answering, setAnswering] = useState(false);
  const work = useLeadWork(messageSection, page);
  const isOpen = page.state === 'new';
  const assign = (owner: string | null) => work.ask({ words: `given to ${nameOf(owner)}`, owner });
  const close = () =>
    work.ask(
      isOpen
        ? { words: 'marked as answered', state: 'contacted', lostReason: null }
        : { words: 'opened again', state: 'new', lostReason: null },
    );
  const group = thisOne.message;
  const closing = isOpen ? 'Mark as answered' : 'Open again';
  useCommands([
    { id: 'answer', title: 'Answer', group, keys: 'r', also: 'reply mail write', run: () => setAnswering(true) },
    { id: 'close', title: closing, group, keys: 'e', also: 'done close reopen', run: close },
    { id: 'take', title: 'Take this message', group, keys: 'a', also: 'assign owner mine', run: () => assign(me.id) },
  ]);
  return (
    <WorkBar
      row={
        <>
          <ReleaseButton of={messageSection} page={page} />
          <ReleaseFlood of={messageSection} page={page} />
          <AnswerButton page={page} onPress={() => setAnswering(true)} />
          <SmallButton variant="outline" onClick={close}>
            {closing}
          </SmallButton>
          <OwnerChoice page={page} assign={assign} />
          <MarkSpam of={messageSection} page={page} />
        </>
      }
    >
      <WorkFaults work={work} />
      <AnswerDialog open={answering} onClose={() => setAnswering(false)} to={page}>
        <AnswerForm of={messageSection} page={page} onClose={() => setAnswering(false)} />
      </AnswerDialog>
    </WorkBar>
  );
}
