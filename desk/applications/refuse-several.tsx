import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { companyName } from '../../contract/company.ts';
import { answerApplicationCall } from '../../contract/desk/application-calls.ts';
import type { DeskApplication } from '../../contract/desk/application-facts.ts';
import { NO_MAIL_SERVER } from '../../contract/desk/mail-refusals.ts';
import { limits } from '../../contract/limits.ts';
import { SPONTANEOUS_SUBJECT } from '../../contract/posting.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useSignedIn } from '../account/account-context.ts';
import { applicantMails } from '../application/applicant-mails.ts';
import { CallFault, callServer } from '../calls/call-server.ts';
import { refresh } from '../calls/queries.ts';
import { FieldList } from '../parts/desk-form.tsx';
import { useDraft } from '../parts/drafts.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { TextField } from '../parts/field.tsx';
import { notify } from '../parts/notice.ts';
import { sendByKeys } from '../parts/send-by-keys.ts';
import { TextArea } from '../parts/text-area.tsx';
import { readAnswerDraft } from '../work/answer-draft.ts';
import { MailRefusal } from '../work/mail-refusal.tsx';
import foot from '../work/answer-foot.module.css';
import styles from '../work/answer-form.module.css';
import { applicationSection } from './application-section.ts';
import { knownRefusal, NAME, sendRefusals, type Refusal, type RefusalOutcome } from './send-refusals.ts';

type SeveralProps = { applications: readonly DeskApplication[]; onRefused: (done: readonly string[]) => void; onClose: () => void };

/** One text for all who are chosen, each with their own name: mailed to whom it can be, or noted as sent otherwise. */
export function RefuseSeveral({ applications, onRefused, onClose }: SeveralProps) {
  const { begun, position } = useBegun(applications);
  const [stored, store] = useDraft(`refusals ${position}`);
  const { subject, text } = readAnswerDraft(stored) ?? begun;
  const write = (next: { subject: string; text: string }) => store(JSON.stringify({ ...next, template: 'rejection' }));
  const { sent, fault, refused, refuse } = useRefusing(applications, (done) => {
    onRefused(done);
    if (done.length < applications.length) return;
    store('');
    onClose();
  });
  const { sendsMail } = useSignedIn();
  const mailed = sendsMail ? applications.filter((one) => knownRefusal(one, 'ours') === undefined).length : 0;
  const noted = applications.filter((one) => knownRefusal(one, 'own') === undefined).length;
  const isRunning = sent !== undefined;
  const isWhole = subject.trim() !== '' && text.trim() !== '';
  const start = (way: 'ours' | 'own') => isWhole && !isRunning && void refuse({ subject, text, way });
  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (mailed > 0) start('ours');
      }}
    >
      <FieldList>
        {!sendsMail && <MailRefusal reason={NO_MAIL_SERVER} isSample={false} />}
        <Left applications={applications} refused={refused} way={sendsMail ? 'ours' : 'own'} />
        <TextField
          label="Subject"
          autoComplete="off"
          maxLength={limits.line}
          value={subject}
          onChange={(event) => write({ subject: event.target.value, text })}
          fault={subject.trim() === '' ? 'Say what it is about' : undefined}
        />
        <TextArea
          label="Mail"
          data-autofocus=""
          rows={10}
          maxLength={limits.message}
          value={text}
          onChange={(event) => write({ subject, text: event.target.value })}
          onKeyDown={sendByKeys}
          fault={text.trim() === '' ? 'The mail is empty' : undefined}
        />
        <p className={styles.where}>
          {NAME} becomes the name of each. Each is put into Rejected as its mail is sent, with the text in its history; a mail that was sent
          cannot be taken back.
        </p>
        <FaultAlert fault={fault} title="Not all are refused. Those that are left stay chosen" />
        <output>{isRunning && `${sent} of ${applications.length} are refused.`}</output>
      </FieldList>
      <div className={foot.foot}>
        {mailed > 0 && (
          <Button type="submit" busy={isRunning}>
            {mailed === 1 ? 'Send 1 refusal' : `Send ${mailed} refusals`}
          </Button>
        )}
        {noted > 0 && (
          <Button variant={mailed > 0 ? 'outline' : 'primary'} busy={isRunning} onClick={() => start('own')}>
            Note {noted} as sent
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {isRunning ? 'Stop' : 'Close'}
        </Button>
      </div>
    </form>
  );
}

/**
 * Where all applied for the same, the text names it. The draft is of that position, so that nobody is refused for another; both are as at
 * first while some are refused and fewer are left.
 */
function useBegun(applications: readonly DeskApplication[]) {
  const { name: me } = useSignedIn();
  const [position] = useState(() => {
    const positions = new Set(applications.map((one) => one.position));
    return positions.size === 1 ? [...positions][0]! : SPONTANEOUS_SUBJECT;
  });
  return { position, begun: applicantMails.rejection({ name: NAME, position, me, us: companyName }) };
}

/** `sent`: how many were refused so far; undefined while nothing is under way. What leaves the page, or closes the dialog, stops it. */
function useRefusing(applications: readonly DeskApplication[], onDone: (done: readonly string[]) => void) {
  const [sent, setSent] = useState<number>();
  const [fault, setFault] = useState<CallFault | null>(null);
  const [refused, setRefused] = useState<RefusalOutcome>();
  const stopped = useRef(new AbortController());
  useEffect(() => {
    const own = new AbortController();
    stopped.current = own;
    return () => own.abort();
  }, []);
  const refuse = async (mail: Parameters<typeof sendRefusals>[1]) => {
    const { signal } = stopped.current;
    const done: string[] = [];
    setSent(0);
    setFault(null);
    setRefused(undefined);
    try {
      const outcome = await sendRefusals(applications, mail, {
        send: async (input) => {
          const output = await callServer(answerApplicationCall, input);
          if (output.outcome === 'done') done.push(input.id);
          return output;
        },
        onEach: setSent,
        signal,
      });
      setRefused(outcome);
    } catch (error) {
      if (!(error instanceof CallFault)) throw error;
      setFault(error);
    }
    setSent(undefined);
    onDone(done);
    if (done.length > 0) notify(`${done.length === 1 ? '1 application is' : `${done.length} applications are`} refused.`);
    await refresh(applicationSection.read, ...applicationSection.lists, ...applicationSection.counts);
  };
  return { sent, fault, refused, refuse };
}

type LeftProps = { applications: readonly DeskApplication[]; refused: RefusalOutcome | undefined; way: Refusal['way'] };

/** Who gets no mail, and why: of what the list knows before, and of what the server said after. */
function Left({ applications, refused, way }: LeftProps) {
  const known = applications.flatMap((one) => {
    const why = knownRefusal(one, way);
    return why === undefined ? [] : [{ id: one.id, name: one.name || one.email, why }];
  });
  const left = refused?.left ?? known;
  if (left.length === 0) return null;
  return (
    <Alert look="info" icon="info" title={left.length === 1 ? 'One gets no mail' : `${left.length} get no mail`}>
      <ul className={styles.left}>
        {left.map(({ id, name, why }) => (
          <li key={id}>
            <a href={`${applicationSection.path}/${id}`}>{name}</a>: {why}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
