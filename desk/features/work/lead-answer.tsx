import { MEETING_LINK, OWN_WORDS, templatesFor, withMeetingLink, type AnswerTemplate } from '../../../contract/desk/answer-templates.ts';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { meetingAhead } from '../../../contract/desk/standing-meeting.ts';
import { readReadyAnswers } from '../../../contract/calls/desk/answer-calls.ts';
import { makeMeetingLink, readMeetingWays } from '../../../contract/calls/desk/meeting-calls.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { useCall, useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useNow } from '../../parts/use-now.ts';
import { answeredSoFar, answerFacts, draftFrom, mailtoAddress, type MeetingWays } from './answer-draft.ts';
import { AnswerForm, useAnswer } from './answer-form.tsx';
import type { LeadOrMessage } from './sections.ts';
import styles from './answer-form.module.css';

type AnswerProps = { of: LeadOrMessage; page: DeskLeadPage; onClose: () => void };

/** An answer to a lead or a message. Its text may contain a mark that becomes the recipient's own link to choose a time. */
export function LeadAnswer(props: AnswerProps) {
  const query = useCall(readReadyAnswers, {});
  return (
    <Loaded query={query} failure="The ready answers cannot be read" rows={3}>
      {({ answers }) => <Answer {...props} ready={answers} />}
    </Loaded>
  );
}

function Answer({ of, page, ready, onClose }: AnswerProps & { ready: readonly AnswerTemplate[] }) {
  const me = useSignedIn();
  const meeting = useMeetingWays(page);
  const facts = answerFacts(page, { me: me.name, us: me.company }, meeting);
  const templates = templatesFor(ready, of.section, answeredSoFar(page, meeting));
  const begin = (template: string) => draftFrom(template, templates, facts);
  const answer = useAnswer({ of, page, begin, first: templates[0]?.id ?? '', noun: 'answer', onClose });
  const { draft, isOurs } = answer;
  const openMail = (text: string) => location.assign(mailtoAddress(page.email, { ...draft, text }));
  const link = useChange(makeMeetingLink, { onDone: (made) => openMail(withMeetingLink(draft.text, made.link ?? undefined)) });
  const hasLink = draft.text.includes(MEETING_LINK);
  const isUnwritten = draft.text.includes(OWN_WORDS);
  const openFinal = () => {
    if (isUnwritten) answer.check();
    else link.mutate({ id: page.id });
  };
  return (
    <AnswerForm
      page={page}
      answer={answer}
      templates={templates.map(({ id, title }) => [id, title] as const)}
      begin={begin}
      noun="answer"
      rows={12}
      subjectLength={200}
      hint={
        <>
          {isUnconfirmed(page) && UNCONFIRMED}
          {page.state === 'new' && `Once it is ${isOurs ? 'sent' : 'noted'}, ${stateHint[page.section]} `}
          {hasLink && `${MEETING_LINK} becomes a link of their own. `}
        </>
      }
      above={<Asked page={page} />}
      below={<FaultAlert fault={link.error} title="No link could be made" />}
      onOpen={hasLink || isUnwritten ? openFinal : undefined}
      onClose={onClose}
    />
  );
}

/** The visitor's message, above the text of the answer. A long message is folded. */
function Asked({ page }: { page: DeskLeadPage }) {
  const message = page.answers.find(({ name }) => name === 'message')?.value ?? '';
  if (message === '') return null;
  return (
    <details open={message.length <= SHORT}>
      <summary>What they wrote</summary>
      <p className={`quiet breaks ${styles.asked}`}>{message}</p>
    </details>
  );
}

/** Most characters of a message that is not folded. */
const SHORT = 600;

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** No meeting for messages. Until the server has answered, templates do not offer a booking link. */
function useMeetingWays(page: DeskLeadPage): MeetingWays {
  const now = useNow();
  const { data: ways } = useCall(readMeetingWays, {});
  return {
    ahead: page.section === 'lead' ? meetingAhead(page.timeline, now) : undefined,
    linked: ways?.linked === true,
    zone: ways?.zone ?? ownZone,
  };
}

const UNCONFIRMED = 'Nobody has confirmed yet that this address is theirs: answer what was asked, and nothing beyond it. ';

function isUnconfirmed({ section, verified, mailRefusal }: DeskLeadPage): boolean {
  return section === 'lead' && !verified && mailRefusal === null;
}

const stateHint = { lead: 'the lead counts as contacted.', message: 'the message counts as answered.', application: '' } as const;
