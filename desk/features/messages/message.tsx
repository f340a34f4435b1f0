import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { removalWords } from '../../../contract/desk/removal.ts';
import { longDay } from '../../parts/moment-words.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { ComeBack } from '../work/come-back.tsx';
import { LeadAnswer } from '../work/lead-answer.tsx';
import { LeadTimeline } from '../work/lead-timeline.tsx';
import { MarkSpam, ReleaseFlood } from '../work/mark-spam.tsx';
import { NoteForm } from '../work/note-form.tsx';
import { RequestFacts } from '../work/request-facts.tsx';
import { messageSection } from '../work/sections.ts';
import { useWork } from '../work/use-work.ts';
import { Answer, OwnerChoice, ReleaseButton, WorkBar, WorkFaults, WorkOn } from '../work/work-parts.tsx';
import { WorkPage } from '../work/work-page.tsx';
import { MessageMarks } from './message-marks.tsx';
import pageStyles from '../work/work-page.module.css';
import styles from './message.module.css';

export function MessagePage({ id }: { id: string }) {
  return (
    <WorkPage
      of={messageSection}
      id={id}
      head={(page) => ({
        title: answerOf(page, 'subject') || page.request,
        about: page.name || page.email,
        marks: <MessageMarks message={page} />,
      })}
    >
      {(page) => (
        <>
          <WorkOn of={messageSection} page={page}>
            <MessageActions page={page} />
          </WorkOn>
          <div className={`stack gap-5 mt-3 ${pageStyles.columns}`}>
            <div className="stack gap-3 content-start min-w-0">
              <section aria-labelledby="said">
                <h2 id="said">Message</h2>
                <p className={`breaks mt-1 ${styles.text}`}>{answerOf(page, 'message')}</p>
              </section>
              <RequestFacts of={messageSection} page={page} title="Sender" without={['subject', 'message']} />
            </div>
            <section className="stack gap-2 content-start min-w-0" aria-labelledby="story">
              <h2 id="story">What happened</h2>
              <NoteForm of={messageSection} id={page.id} />
              <p className="quiet">{removalWords(page.removal, longDay)}</p>
              <LeadTimeline page={page} />
            </section>
          </div>
        </>
      )}
    </WorkPage>
  );
}

function answerOf({ answers }: DeskLeadPage, wanted: string): string {
  return answers.find(({ name }) => name === wanted)?.value ?? '';
}

function MessageActions({ page }: { page: DeskLeadPage }) {
  const work = useWork(messageSection, page);
  const isOpen = page.state === 'new';
  const close = () =>
    isOpen
      ? work.ask('marked as answered', { state: 'contacted', lostReason: null })
      : work.ask('opened again', { state: 'new', lostReason: null });
  const closing = isOpen ? 'Mark as answered' : 'Open again';
  useCommands([{ id: 'close', title: closing, group: messageSection.thisOne, keys: 'e', also: 'done close reopen', run: close }]);
  return (
    <WorkBar
      row={
        <>
          <ReleaseButton of={messageSection} page={page} />
          <ReleaseFlood of={messageSection} page={page} />
          <Answer of={messageSection} page={page}>
            {(shut) => <LeadAnswer of={messageSection} page={page} onClose={shut} />}
          </Answer>
          <SmallButton variant="outline" onClick={close}>
            {closing}
          </SmallButton>
          <OwnerChoice of={messageSection} page={page} work={work} />
          <ComeBack of={messageSection} page={page} ask={work.ask} />
          <MarkSpam of={messageSection} page={page} />
        </>
      }
    >
      <WorkFaults of={messageSection} work={work} />
    </WorkBar>
  );
}
