import { useState } from 'react';
import { readReadyAnswers, removeReadyAnswer, saveReadyAnswer } from '../../../contract/calls/desk/answer-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { answerWriters, MEETING_LINK, OWN_WORDS, sectionFacts } from '../../../contract/desk/answer-templates.ts';
import { leadSections } from '../../../contract/desk/lead-facts.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useCall, useChange } from '../../data/queries.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { DeskForm, FieldList, FormFoot, Tick } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { useColleagues } from '../work/use-colleagues.ts';
import styles from './ready-answers.module.css';

type ReadyAnswer = CallOutput<typeof readReadyAnswers>['answers'][number];
type Section = (typeof leadSections)[number];

const titles = { lead: 'To leads', message: 'To messages', application: 'To applicants' } as const satisfies Record<Section, string>;

/** The texts that an answer can begin with: those that all staff share, and the user's own. */
export function ReadyAnswers() {
  const query = useCall(readReadyAnswers, {});
  const { roles } = useSignedIn();
  return (
    <>
      <ViewHead title="Ready answers" about="What an answer begins with. Whoever answers still reads and changes it before it is sent." />
      <Loaded query={query} failure="The ready answers cannot be shown" rows={5}>
        {({ answers }) =>
          leadSections
            .filter((section) => answerWriters[section].some((permission) => mayUse(roles, permission)))
            .map((section) => <Answers key={section} section={section} answers={answers.filter(({ of }) => of[0] === section)} />)
        }
      </Loaded>
    </>
  );
}

const blank = { id: undefined, version: 0, isShared: true, isKept: true, title: '', subject: '', text: '', earlier: [] };

function Answers({ section, answers }: { section: Section; answers: readonly ReadyAnswer[] }) {
  const [open, setOpen] = useState<string>();
  const title = titles[section];
  const close = () => setOpen(undefined);
  return (
    <section className="stack gap-1 mt-3" aria-label={title}>
      <h2>{title}</h2>
      <ul className={`stack gap-1 ${styles.list}`}>
        {answers.map((answer) => (
          <li key={answer.id} className={`stack gap-1 breaks ${styles.answer}`}>
            <div className="row wraps apart gap-1">
              <p>
                <strong>{answer.title}</strong> <span className="quiet">{stateWords(answer)}</span>
              </p>
              <SmallButton
                variant="outline"
                aria-expanded={open === answer.id}
                onClick={() => setOpen(open === answer.id ? undefined : answer.id)}
              >
                Change<VisuallyHidden> {answer.title}</VisuallyHidden>
              </SmallButton>
            </div>
            {open === answer.id && <AnswerEditor section={section} answer={answer} onClose={close} />}
          </li>
        ))}
      </ul>
      {open === 'new' ? (
        <div className={styles.answer}>
          <AnswerEditor section={section} answer={blank} onClose={close} />
        </div>
      ) : (
        <p>
          <SmallButton onClick={() => setOpen('new')}>Write one {title.toLowerCase()}</SmallButton>
        </p>
      )}
    </section>
  );
}

function stateWords({ version, isShared }: ReadyAnswer): string {
  if (!isShared) return 'yours alone';
  return version === 0 ? 'as it ships' : '';
}

type EditorProps = { section: Section; answer: Omit<ReadyAnswer, 'id' | 'of'> & { id?: string | undefined }; onClose: () => void };

function AnswerEditor({ section, answer, onClose }: EditorProps) {
  const { id, version, isKept } = answer;
  const [written, setWritten] = useState({ title: answer.title, subject: answer.subject, text: answer.text, isShared: answer.isShared });
  const changes = [readReadyAnswers];
  const save = useChange(saveReadyAnswer, {
    changes,
    onDone: () => {
      notify(`“${written.title}” is ready.`);
      onClose();
    },
  });
  const remove = useChange(removeReadyAnswer, {
    changes,
    onDone: () => {
      notify(`“${answer.title}” is removed.`);
      onClose();
    },
  });
  const faults = save.error?.fields ?? {};
  const field = (name: 'title' | 'subject' | 'text') => ({
    value: written[name],
    fault: faults[name],
    onChange: (event: { target: { value: string } }) => setWritten({ ...written, [name]: event.target.value }),
  });
  const pieces = sectionFacts[section].map((fact) => `{${fact}}`).join(' ');
  return (
    <DeskForm onSend={() => save.mutate({ ...(id !== undefined && { id }), version, section, ...written })}>
      <FieldList>
        <FaultAlert fault={Object.keys(faults).length > 0 ? null : (save.error ?? remove.error)} title="Not saved" />
        <TextField label="Name" hint="On the button that begins an answer with it." maxLength={60} autoComplete="off" {...field('title')} />
        <TextField label="Subject" autoComplete="off" {...field('subject')} />
        <TextArea label="Text" rows={12} {...field('text')} />
        <p className="quiet breaks">
          Filled in: {pieces}. {OWN_WORDS} is where whoever answers has to write
          {section !== 'application' && `; ${MEETING_LINK} becomes the link of whoever gets it`}.
        </p>
        {(id === undefined || !answer.isShared) && (
          <Tick isOn={written.isShared} onChange={(isShared) => setWritten({ ...written, isShared })}>
            For everybody who answers
          </Tick>
        )}
      </FieldList>
      <FormFoot>
        <SmallButton type="submit" busy={save.isPending}>
          Save
        </SmallButton>
        <SmallButton variant="outline" onClick={onClose}>
          Close
        </SmallButton>
        {id !== undefined && !isKept && (
          <AskFirst
            label={`Remove ${answer.title}`}
            button="Remove…"
            confirm="Remove it"
            onConfirm={() => remove.mutate({ id, version })}
            change={remove}
            failure="Not removed"
            isSmall
          >
            <p>Nobody begins an answer with it any more. What was sent stays.</p>
          </AskFirst>
        )}
      </FormFoot>
      <Earlier versions={answer.earlier} onChoose={(words) => setWritten({ ...written, ...words })} />
    </DeskForm>
  );
}

type Version = ReadyAnswer['earlier'][number];

/** Earlier versions, each with a button that puts it into the form. */
function Earlier({
  versions,
  onChoose,
}: {
  versions: readonly Version[];
  onChoose: (words: Omit<Version, 'version' | 'at' | 'by'>) => void;
}) {
  const { nameOf } = useColleagues();
  if (versions.length === 0) return null;
  return (
    <details className="mt-1">
      <summary>Earlier versions</summary>
      <ol className={`stack gap-1 ${styles.list}`}>
        {versions.map(({ version, at, by, title, subject, text }) => (
          <li key={version} className="stack gap-half breaks">
            <p className="quiet">
              {by === null || at === null ? (
                'As it ships'
              ) : (
                <>
                  {nameOf(by)}, <Moment at={at} />
                </>
              )}
            </p>
            <p className={styles.text}>{text}</p>
            <p>
              <SmallButton variant="outline" onClick={() => onChoose({ title, subject, text })}>
                Put it into the form
              </SmallButton>
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
