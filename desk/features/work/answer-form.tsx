import { useState, type SubmitEvent } from 'react';
import { elementAt } from '../../../contract/checked.ts';
import { companyName } from '../../../contract/company.ts';
import { MEETING_LINK, OWN_WORDS, templatesFor, withMeetingLink } from '../../../contract/desk/answer-templates.ts';
import type { DeskLeadPage, LeadWork } from '../../../contract/desk/lead-facts.ts';
import { makeMeetingLink, readMeetingWays } from '../../../contract/calls/desk/meeting-calls.ts';
import { limits } from '../../../contract/limits.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useCall, useChange } from '../../data/queries.ts';
import { FieldList } from '../../parts/desk-form.tsx';
import { useDraft } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { faultsOf } from '../../parts/faults-of.ts';
import { TextField } from '../../parts/field.tsx';
import { notify } from '../../parts/notice.ts';
import { sendByKeys } from '../../parts/send-by-keys.ts';
import { useNow } from '../../parts/use-now.ts';
import { TextArea } from '../../parts/text-area.tsx';
import { AnswerFoot } from './answer-foot.tsx';
import { MailRefusal, ownHint } from './mail-refusal.tsx';
import {
  answeredSoFar,
  answerFacts,
  draftFrom,
  isEdited,
  mailtoAddress,
  readAnswerDraft,
  type AnswerDraft,
  type MeetingWays,
} from './answer-draft.ts';
import { ChangedSince, useRead } from './changed-since.tsx';
import { meetingAhead } from './meeting-ahead.ts';
import { conflictWords } from './lead-change.ts';
import { TemplateChoice } from './template-choice.tsx';
import { useColleagues } from './use-names.ts';
import type { WorkSection } from './work-section.ts';
import styles from './answer-form.module.css';

type AnswerProps = { of: WorkSection; page: DeskLeadPage; onClose: () => void };

/** An answer from a template, sent by our mail server or by the user's mail program. The text is a draft until the server has accepted it. */
export function AnswerForm({ of, page, onClose }: AnswerProps) {
  const me = useSignedIn();
  const meeting = useMeetingWays(of, page);
  const facts = answerFacts(page, { me: me.name, us: companyName }, meeting);
  const templates = templatesFor(of.section, answeredSoFar(page, meeting));
  const [stored, store] = useDraft(`answer ${page.id}`);
  const begun = readAnswerDraft(stored);
  const { read, version, since } = useRead(page, begun?.read);
  const draft = begun ?? draftFrom(elementAt(templates, 0).id, templates, facts);
  const write = (next: AnswerDraft) => store(JSON.stringify({ ...next, read }));
  const [tried, setTried] = useState(false);
  const answer = useAnswer({ of, page, onDone: () => (store(''), onClose()) });
  const hasLink = draft.text.includes(MEETING_LINK);
  const openMail = (text: string) => location.assign(mailtoAddress(page.email, { ...draft, text }));
  const link = useChange(makeMeetingLink, {
    onDone: (made) => openMail(withMeetingLink(draft.text, made.link ?? undefined)),
  });
  const input = { id: page.id, version, way: 'ours', subject: draft.subject, text: draft.text } as const;
  const faults = tried ? faultsOf(of.answer.input, input) : {};
  const send = (way: 'ours' | 'own', onto = version) => {
    setTried(true);
    if (Object.keys(faultsOf(of.answer.input, input)).length === 0) answer.send({ ...draft, way }, onto);
  };
  const isOurs = page.mailRefusal === null;
  const insist = () => send(answer.met?.way ?? (isOurs ? 'ours' : 'own'), Math.max(answer.met?.now.version ?? 0, page.version));
  const isUnwritten = draft.text.includes(OWN_WORDS);
  const openOwn = () => {
    if (isUnwritten) setTried(true);
    else if (!hasLink) openMail(draft.text);
    else if (!link.isPending) link.mutate({ id: page.id });
  };
  // The action of the first button, for Ctrl Enter.
  const sendFirst = () => {
    if (isOurs) send('ours');
    else if (page.sample) send('own');
    else openOwn();
  };
  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        sendFirst();
      }}
    >
      <FieldList>
        {page.mailRefusal !== null && <MailRefusal reason={page.mailRefusal} isSample={page.sample} />}
        <TemplateChoice
          templates={templates.map(({ id, title }) => [id, title] as const)}
          chosen={draft.template}
          isEdited={isEdited(draft, draftFrom(draft.template, templates, facts))}
          onBegin={(template) => write(draftFrom(template, templates, facts))}
        />
        <TextField
          label="Subject"
          autoComplete="off"
          maxLength={200}
          value={draft.subject}
          onChange={(event) => write({ ...draft, subject: event.target.value })}
          fault={faults['subject']}
        />
        <TextArea
          label="Answer"
          data-autofocus=""
          rows={12}
          maxLength={limits.message}
          value={draft.text}
          onChange={(event) => write({ ...draft, text: event.target.value })}
          onKeyDown={sendByKeys}
          fault={faults['text']}
        />
        <p className={styles.where}>
          To {page.email}. {isUnconfirmed(of, page) && UNCONFIRMED}
          {page.state === 'new' && `Once it is ${isOurs ? 'sent' : 'noted'}, ${stateHint[of.section]}`}
          {stored !== '' && ' A draft in this tab until it is sent.'}
        </p>
        <p className={styles.where}>
          {hasLink && `${MEETING_LINK} becomes a link of their own. `}
          {ownHint(page)}
        </p>
        <FaultAlert fault={link.error} title="No link could be made" />
        <Outcome answer={answer} />
        <ChangedSince page={page} since={since} refused={answer.refused} onInsist={insist} />
      </FieldList>
      <AnswerFoot
        send={isOurs ? 'Send' : undefined}
        mailto={page.sample ? undefined : mailtoAddress(page.email, draft)}
        onOpen={hasLink || isUnwritten ? openOwn : undefined}
        onNote={() => send('own')}
        onClose={onClose}
        isPending={answer.isPending}
      />
    </form>
  );
}

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** No meeting for messages. Until the server has answered, templates do not offer a booking link. */
function useMeetingWays({ section }: WorkSection, page: DeskLeadPage): MeetingWays {
  const now = useNow();
  const { data: ways } = useCall(readMeetingWays, {});
  return {
    ahead: section === 'lead' ? meetingAhead(page.timeline, now) : undefined,
    linked: ways?.linked === true,
    zone: ways?.zone ?? ownZone,
  };
}

const UNCONFIRMED = 'Nobody has confirmed yet that this address is theirs: answer what was asked, and nothing beyond it. ';

function isUnconfirmed({ section }: WorkSection, { verified, mailRefusal }: DeskLeadPage): boolean {
  return section === 'lead' && !verified && mailRefusal === null;
}

const stateHint = { lead: 'the lead counts as contacted.', message: 'the message counts as answered.' } as const;

type Sending = { way: 'ours' | 'own' } & AnswerDraft;

type UseAnswer = { of: WorkSection; page: DeskLeadPage; onDone: () => void };

function useAnswer({ of, page, onDone }: UseAnswer) {
  const { nameOf } = useColleagues();
  const [met, setMet] = useState<{ now: LeadWork; way: Sending['way'] }>();
  const [reason, setReason] = useState<string>();
  const change = useChange(of.answer, {
    changes: [of.read, ...of.lists],
    onDone: (output, { way }) => {
      setMet(output.outcome === 'changed since' ? { now: output.work, way } : undefined);
      setReason(output.outcome === 'not sent' ? output.reason : undefined);
      if (output.outcome !== 'done') return;
      notify(way === 'ours' ? 'The answer is on its way.' : 'The answer is noted.');
      onDone();
    },
  });
  return {
    met,
    refused: met && conflictWords(met.now, 'the answer', nameOf),
    reason,
    fault: change.error,
    isPending: change.isPending,
    send: ({ way, template, subject, text }: Sending, version: number) => {
      if (change.isPending) return;
      change.mutate({ id: page.id, version, way, subject, text, ...(template !== '' && { template }) });
    },
  };
}

/** Why sending failed, other than by a colleague's change. */
function Outcome({ answer: { reason, fault } }: { answer: ReturnType<typeof useAnswer> }) {
  return (
    <>
      <FaultAlert fault={fault} title="Not sent yet. Your answer stays here" />
      {reason !== undefined && (
        <Alert look="danger" icon="warning" title="Not sent">
          <p>{reason}</p>
        </Alert>
      )}
    </>
  );
}
