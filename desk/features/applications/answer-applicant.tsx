import { useState, type SubmitEvent } from 'react';
import { companyName } from '../../../contract/company.ts';
import { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplicationPage } from '../../../contract/desk/application-facts.ts';
import {
  applicationAnswers,
  applicationStages,
  stageWords,
  type ApplicationAnswer,
  type ApplicationStage,
} from '../../../contract/desk/application-stages.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { applicationSection } from './application-section.ts';
import { applicationEventWords, templateWords } from './application-words.ts';
import { MailFields } from './mail-fields.tsx';
import { useChange } from '../../data/queries.ts';
import { FieldList } from '../../parts/desk-form.tsx';
import { useDraft } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { faultsOf } from '../../parts/faults-of.ts';
import { notify } from '../../parts/notice.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { isEdited, mailtoAddress, readAnswerDraft } from '../work/answer-draft.ts';
import { AnswerFoot } from '../work/answer-foot.tsx';
import { ChangedSince, useRead } from '../work/changed-since.tsx';
import { MailRefusal, ownHint } from '../work/mail-refusal.tsx';
import { TemplateChoice } from '../work/template-choice.tsx';
import styles from '../work/answer-form.module.css';
import { applicantMails } from './applicant-mails.ts';

type AnswerProps = {
  page: DeskApplicationPage;
  /** The template that an empty draft starts with. */
  begin: ApplicationAnswer | undefined;
  onClose: () => void;
};

/** A form for a mail to the applicant, with the stage that follows. The text is a draft until the server has accepted it. */
export function AnswerApplicant({ page, begin = 'answer', onClose }: AnswerProps) {
  const { name: me } = useSignedIn();
  const begun = (template: ApplicationAnswer) =>
    applicantMails[template]({ name: page.name, position: page.position, me, us: companyName });
  const [stored, store] = useDraft(`answer ${page.id}`);
  const draft = readAnswerDraft(stored);
  const template = applicationAnswers.find((one) => one === draft?.template) ?? begin;
  const { subject, text } = draft ?? begun(template);
  const [stage, setStage] = useState<ApplicationStage | undefined>(begun(template).stage);
  const [tried, setTried] = useState(false);
  const [kept, setKept] = useState<string>();
  const { read, version, since } = useRead(page, draft?.read);
  const [met, setMet] = useState<number>();
  const write = (next: { subject: string; text: string }, of = template) => store(JSON.stringify({ ...next, template: of, read }));
  const input = { id: page.id, version, template, subject, text, ...(stage !== undefined && { stage }) };
  const faults = tried ? faultsOf(applicationWork.answer.input, input) : {};
  // This mail contains a consent button, which only the desk's mail can have.
  const needsDesk = template === 'keep' && !page.sample;
  const answer = useChange(applicationWork.answer, {
    changes: [applicationSection.read, ...applicationSection.lists],
    onDone: (output, { way }) => {
      setKept(output.outcome === 'not sent' ? output.reason : undefined);
      setMet(output.outcome === 'changed since' ? output.work.version : undefined);
      if (output.outcome !== 'done') return;
      store('');
      notify(way === 'own' ? 'The mail is noted as sent.' : 'The mail is on its way.');
      onClose();
    },
  });
  const send = (way: 'ours' | 'own', onto = version) => {
    setTried(true);
    if (Object.keys(faultsOf(applicationWork.answer.input, input)).length === 0 && !answer.isPending)
      answer.mutate({ ...input, version: onto, way });
  };
  const isOurs = page.mailRefusal === null;
  return (
    <form
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (isOurs) send('ours');
      }}
    >
      <FieldList>
        {page.mailRefusal !== null && <MailRefusal reason={page.mailRefusal} isSample={page.sample} />}
        <TemplateChoice
          templates={applicationAnswers.map((one) => [one, templateWords[one]] as const)}
          chosen={template}
          isEdited={isEdited({ subject, text }, begun(template))}
          onBegin={(next) => {
            write(begun(next), next);
            setStage(begun(next).stage);
          }}
        />
        {template === 'keep' && <ConsentHint cannotSend={needsDesk && page.mailRefusal !== null} />}
        <MailFields
          subject={subject}
          text={text}
          faults={{ subject: faults['subject'], text: faults['text'] }}
          onWrite={(next) => write(next)}
        />
        <SelectField
          label="Stage afterwards"
          items={[['', `As it is: ${stageWords[page.stage]}`], ...applicationStages.map((one) => [one, stageWords[one]] as const)]}
          value={stage ?? ''}
          onChange={({ target: { value } }) => setStage(value === '' ? undefined : (value as ApplicationStage))}
        />
        <p className={styles.where}>
          To {page.email}. {isOurs && `Replies come to ${page.replyTo}. `}
          {!needsDesk && ownHint(page)}
          {stored !== '' && ' A draft in this tab until it is sent.'}
        </p>
        <FaultAlert fault={answer.error} title="Not sent yet. Your mail stays here" />
        {kept !== undefined && (
          <Alert look="danger" icon="warning" title="Not sent">
            <p>{kept}</p>
          </Alert>
        )}
        <ChangedSince
          page={page}
          since={since}
          words={applicationEventWords}
          refused={met === undefined ? undefined : 'It was changed since you began: your mail was not sent.'}
          onInsist={() => send(answer.variables?.way ?? (isOurs ? 'ours' : 'own'), Math.max(met ?? 0, page.version))}
        />
      </FieldList>
      <AnswerFoot
        send={isOurs ? 'Send' : undefined}
        mailto={page.sample ? undefined : mailtoAddress(page.email, { subject, text })}
        onNote={needsDesk ? undefined : () => send('own')}
        onClose={onClose}
        isPending={answer.isPending}
      />
    </form>
  );
}

function ConsentHint({ cannotSend }: { cannotSend: boolean }) {
  return (
    <p>
      Beneath it the mail has the words of the consent, a button to agree, and a link to withdraw it.
      {cannotSend && ' No other mail program makes these: it can be sent only once the desk can mail.'}
    </p>
  );
}
