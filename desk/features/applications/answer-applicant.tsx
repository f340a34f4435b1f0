import { useState } from 'react';
import { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import { readReadyAnswers } from '../../../contract/calls/desk/answer-calls.ts';
import { templatesFor, type AnswerTemplate } from '../../../contract/desk/answer-templates.ts';
import type { DeskApplicationPage } from '../../../contract/desk/application-facts.ts';
import { applicationStages, stageWords, type ApplicationAnswer } from '../../../contract/desk/application-stages.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { useCall } from '../../data/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { AnswerForm, useAnswer } from '../work/answer-form.tsx';
import { applicationSection } from '../work/sections.ts';
import { begunMail, kindOf, stageAfter } from './applicant-mails.ts';
import { applicationEventWords } from './application-words.ts';

type AnswerProps = {
  page: DeskApplicationPage;
  /** The template that an empty draft starts with. */
  first: ApplicationAnswer | undefined;
  onClose: () => void;
};

const section = { ...applicationSection, answer: applicationWork.answer };

/** A mail to the applicant, with the stage that follows. */
export function AnswerApplicant(props: AnswerProps) {
  const query = useCall(readReadyAnswers, {});
  return (
    <Loaded query={query} failure="The ready answers cannot be read" rows={3}>
      {({ answers }) => <Answer {...props} ready={answers} />}
    </Loaded>
  );
}

function Answer({ page, first = 'answer', ready, onClose }: AnswerProps & { ready: readonly AnswerTemplate[] }) {
  const { name: me, company } = useSignedIn();
  const { name, position } = page;
  const mailOf = (template: string) => begunMail(template, ready, { name, position, me, us: company });
  const [chosen, setChosen] = useState<string>();
  const stageOf = (template: string) => chosen ?? stageAfter(template) ?? '';
  const more = ({ template }: { template: string }) => ({
    template: kindOf(template),
    ...(stageOf(template) !== '' && { stage: stageOf(template) }),
  });
  const answer = useAnswer({ of: section, page, begin: mailOf, first, noun: 'mail', more, onClose });
  const { template } = answer.draft;
  // This mail contains a consent button, which only the desk's mail can have.
  const needsDesk = template === 'keep' && !page.sample;
  return (
    <AnswerForm
      page={page}
      answer={answer}
      templates={templatesFor(ready, 'application').map(({ id, title }) => [id, title] as const)}
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
