import { useState } from 'react';
import { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplicationPage } from '../../../contract/desk/application-facts.ts';
import { applicationAnswers, applicationStages, stageWords, type ApplicationAnswer } from '../../../contract/desk/application-stages.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { AnswerForm, useAnswer } from '../work/answer-form.tsx';
import { applicationSection } from '../work/sections.ts';
import { applicantMails } from './applicant-mails.ts';
import { applicationEventWords, templateWords } from './application-words.ts';

type AnswerProps = {
  page: DeskApplicationPage;
  /** The template that an empty draft starts with. */
  first: ApplicationAnswer | undefined;
  onClose: () => void;
};

const section = { ...applicationSection, answer: applicationWork.answer };
const templates = applicationAnswers.map((one) => [one, templateWords[one]] as const);

/** A mail to the applicant, with the stage that follows. */
export function AnswerApplicant({ page, first = 'answer', onClose }: AnswerProps) {
  const { name: me, company } = useSignedIn();
  const { name, position } = page;
  const mailOf = (template: string) => {
    const known = applicationAnswers.find((one) => one === template) ?? first;
    return { template: known, ...applicantMails[known]({ name, position, me, us: company }) };
  };
  const [chosen, setChosen] = useState<string>();
  const stageOf = (template: string) => chosen ?? mailOf(template).stage ?? '';
  const more = ({ template }: { template: string }) => (stageOf(template) === '' ? {} : { stage: stageOf(template) });
  const answer = useAnswer({ of: section, page, begin: mailOf, first, noun: 'mail', more, onClose });
  const { template } = answer.draft;
  // This mail contains a consent button, which only the desk's mail can have.
  const needsDesk = template === 'keep' && !page.sample;
  return (
    <AnswerForm
      page={page}
      answer={answer}
      templates={templates}
      begin={mailOf}
      onBegin={() => setChosen(undefined)}
      noun="mail"
      rows={10}
      words={applicationEventWords}
      above={template === 'keep' && <ConsentHint cannotSend={needsDesk && page.mailRefusal !== null} />}
      below={
        <SelectField
          label="Stage afterwards"
          items={[['', `As it is: ${stageWords[page.stage]}`], ...applicationStages.map((one) => [one, stageWords[one]] as const)]}
          value={stageOf(template)}
          onChange={(event) => setChosen(event.target.value)}
        />
      }
      hint={answer.isOurs && `Replies come to ${page.replyTo}. `}
      needsDesk={needsDesk}
      onClose={onClose}
    />
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
