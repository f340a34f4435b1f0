import { elementAt } from '../../../contract/checked.ts';
import { readReadyAnswers } from '../../../contract/calls/desk/answer-calls.ts';
import type { AnswerTemplate } from '../../../contract/desk/answer-templates.ts';
import { stageWords } from '../../../contract/desk/application-stages.ts';
import { useEffect, useRef, useState } from 'react';
import { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplication } from '../../../contract/desk/application-facts.ts';
import { NO_MAIL_SERVER } from '../../../contract/desk/mail-refusals.ts';
import { SPONTANEOUS_SUBJECT } from '../../../contract/posting.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { begunMail } from './applicant-mails.ts';
import { CallFault, callServer } from '../../data/call-server.ts';
import { refresh, useCall } from '../../data/queries.ts';
import { DeskForm, FieldList, FormFoot } from '../../parts/desk-form.tsx';
import { useDraft } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { notify } from '../../parts/notice.ts';
import { readAnswerDraft } from '../work/answer-draft.ts';
import { MailRefusal } from '../work/mail-refusal.tsx';
import styles from '../work/answer-form.module.css';
import { applicationSection } from '../work/sections.ts';
import { MailFields } from '../work/mail-fields.tsx';
import { knownRefusal, NAME, sendRefusals, wayFor, type ApplicantRefusal, type RefusalOutcome } from './send-refusals.ts';

type SeveralProps = { applications: readonly DeskApplication[]; onRefused: (done: readonly string[]) => void; onClose: () => void };

/** A form for one refusal text to all chosen applicants, each with their name. It is mailed, or noted as sent where mail is impossible. */
export function RefuseSeveral(props: SeveralProps) {
  const query = useCall(readReadyAnswers, {});
  return (
    <Loaded query={query} failure="The ready answers cannot be read" rows={3}>
      {({ answers }) => <Refuse {...props} ready={answers} />}
    </Loaded>
  );
}

function Refuse({ applications, ready, onRefused, onClose }: SeveralProps & { ready: readonly AnswerTemplate[] }) {
  const { begun, position } = useBegun(applications, ready);
  // The versions when the dialog opened: the server skips an application that was changed since.
  const [read] = useState(() => new Map(applications.map(({ id, version }) => [id, version])));
  const [stored, store] = useDraft(`refusals ${position}`);
  const { subject, text } = readAnswerDraft(stored) ?? begun;
  const write = (next: { subject: string; text: string }) => store(JSON.stringify({ ...next, template: 'rejection' }));
  const { sending, fault, left, refuse } = useRefusing((done) => {
    onRefused(done);
    if (done.length < applications.length) return;
    store('');
    onClose();
  });
  const { sendsMail } = useSignedIn();
  const by = (way: ApplicantRefusal['way']) =>
    applications
      .filter((one) => wayFor(one, { sendsMail, unmailed: left.get(one.id)?.unmailed === true }) === way)
      .map((one) => ({ ...one, version: read.get(one.id) ?? one.version }));
  const [mailed, noted] = [by('ours'), by('own')];
  const isRunning = sending !== undefined;
  const isWhole = subject.trim() !== '' && text.trim() !== '';
  const start = (way: ApplicantRefusal['way']) =>
    isWhole && !isRunning && void refuse(way === 'ours' ? mailed : noted, { subject, text, way });
  return (
    <DeskForm onSend={() => mailed.length > 0 && start('ours')}>
      <FieldList>
        {!sendsMail && <MailRefusal reason={NO_MAIL_SERVER} isSample={false} />}
        <Left applications={applications} left={left} way={sendsMail ? 'ours' : 'own'} />
        <FarAlong applications={applications} />
        <MailFields
          mail={{ subject, text }}
          label="Mail"
          rows={10}
          faults={{
            ...(subject.trim() === '' && { subject: 'Say what it is about' }),
            ...(text.trim() === '' && { text: 'The mail is empty' }),
          }}
          onWrite={write}
        />
        <p className="fine faint">
          {NAME} becomes the name of each. Each is put into Rejected as its mail is sent, with the text in its history; a mail that was sent
          cannot be taken back.
        </p>
        <FaultAlert fault={fault} title="Not all are refused. Those that are left stay chosen" />
        <output>{isRunning && `${sending.done} of ${sending.of} are refused.`}</output>
      </FieldList>
      <FormFoot sticky>
        {mailed.length > 0 && (
          <Button type="submit" busy={isRunning}>
            {mailed.length === 1 ? 'Send 1 refusal' : `Send ${mailed.length} refusals`}
          </Button>
        )}
        {noted.length > 0 && (
          <Button variant={mailed.length > 0 ? 'outline' : 'primary'} busy={isRunning} onClick={() => start('own')}>
            {noteWords(noted.length, sendsMail)}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {isRunning ? 'Stop' : 'Close'}
        </Button>
      </FormFoot>
    </DeskForm>
  );
}

function noteWords(count: number, sendsMail: boolean): string {
  if (!sendsMail) return `Note ${count} as sent`;
  return `Note the ${count === 1 ? 'one' : count} without mail as sent`;
}

/**
 * The text names the position if all applied for the same one. The draft belongs to that position, so that it is not used for another. Both are
 * fixed when the dialog opens, and stay when only some of the refusals succeed.
 */
function useBegun(applications: readonly DeskApplication[], ready: readonly AnswerTemplate[]) {
  const { name: me, company } = useSignedIn();
  const [position] = useState(() => {
    const positions = new Set(applications.map((one) => one.position));
    return positions.size === 1 ? elementAt([...positions], 0) : SPONTANEOUS_SUBJECT;
  });
  return { position, begun: begunMail('rejection', ready, { name: NAME, position, me, us: company }) };
}

type LeftOver = ReadonlyMap<string, RefusalOutcome['left'][number]>;

/** `sending`: how many are refused so far; undefined while idle. Leaving the page or closing the dialog stops it. */
function useRefusing(onDone: (done: readonly string[]) => void) {
  const [sending, setSending] = useState<{ done: number; of: number }>();
  const [fault, setFault] = useState<CallFault | null>(null);
  const [left, setLeft] = useState<LeftOver>(new Map());
  const stopped = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stopped.current = controller;
    return () => controller.abort();
  }, []);
  const refuse = async (applications: readonly DeskApplication[], mail: ApplicantRefusal) => {
    const { signal } = stopped.current;
    const done: string[] = [];
    const count = (so: number) => setSending({ done: so, of: applications.length });
    count(0);
    setFault(null);
    try {
      const outcome = await sendRefusals(applications, mail, {
        send: async (input) => {
          const output = await callServer(applicationWork.answer, input);
          if (output.outcome === 'done') done.push(input.id);
          return output;
        },
        onEach: count,
        signal,
      });
      setLeft((before) => new Map([...before, ...outcome.left.map((one) => [one.id, one] as const)]));
    } catch (error) {
      if (!(error instanceof CallFault)) throw error;
      setFault(error);
    }
    setSending(undefined);
    onDone(done);
    if (done.length > 0) notify(`${done.length === 1 ? '1 application is' : `${done.length} applications are`} refused.`);
    await refresh(applicationSection.read, ...applicationSection.lists, ...applicationSection.counts);
  };
  return { sending, fault, left, refuse };
}

type LeftProps = { applications: readonly DeskApplication[]; left: LeftOver; way: ApplicantRefusal['way'] };

/** Lists the applicants who get no mail, with the reason known from the list or given by the server. */
function Left({ applications, left, way }: LeftProps) {
  const unmailed = applications.flatMap((one) => {
    const why = left.get(one.id)?.why ?? knownRefusal(one, way);
    return why === undefined ? [] : [{ one, words: `: ${why}` }];
  });
  if (unmailed.length === 0) return null;
  return <Named title={unmailed.length === 1 ? 'One gets no mail' : `${unmailed.length} get no mail`} named={unmailed} />;
}

/** Names the applicants who are already at interview or offer, so that none of them is refused by mistake. */
function FarAlong({ applications }: { applications: readonly DeskApplication[] }) {
  const far = applications.filter(({ stage }) => stage === 'interview' || stage === 'offer');
  if (far.length === 0) return null;
  const title = far.length === 1 ? 'One is beyond Screening' : `${far.length} are beyond Screening`;
  return <Named title={title} named={far.map((one) => ({ one, words: ` is at ${stageWords[one.stage]}` }))} />;
}

function Named({ title, named }: { title: string; named: readonly { one: DeskApplication; words: string }[] }) {
  return (
    <Alert look="info" icon="info" title={title}>
      <ul className={`stack gap-half ${styles.left}`}>
        {named.map(({ one, words }) => (
          <li key={one.id}>
            <a href={`${applicationSection.path}/${one.id}`}>{one.name || one.email}</a>
            {words}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
