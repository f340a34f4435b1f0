import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { validate, type Answers, type FieldErrors, type Form } from '../../contract/forms/form.ts';
import { getVisitorId } from '../frame/visitor.ts';
import type { SendForm, Submission } from './form-sender.ts';
import { readVisit } from './landing.ts';
import { readElements, TRAP } from './read-elements.ts';
import type { Outcome } from './send.ts';
import { drafts, useAnswers } from './use-answers.ts';
import { useFile, type ChosenFile } from './use-file.ts';

/** How the last submission ended, as long as it is shown. */
export type Result = Exclude<Outcome, { kind: 'refused' }> | undefined;

type Parts = {
  form: Form;
  send: SendForm;
  /** Names what is typed here among the forms of this visit. */
  draft: string;
  /** Answers that the page gives itself, for hidden fields. */
  preset?: Answers;
};

/** What the server said of a set of answers. */
type Refusal = { answers: Answers; file: ChosenFile | undefined; errors: FieldErrors };

/**
 * A form on a page: held against its declaration all the time, so that nothing can be sent before all is right. A field is told what is
 * wrong once it was visited. What was typed stays through every failure, and goes with a success.
 */
export function useLiveForm({ form, send, draft, preset = {} }: Parts) {
  const element = useRef<HTMLFormElement>(null);
  const [openedAt] = useState(() => performance.now());
  const { answers, visited, round, type, visit, see, reset } = useAnswers(form, element, draft);
  const { file, checking, errors: fileErrors, choose } = useFile(form.file, drafts.get(draft)?.file);
  const [refusal, setRefusal] = useState<Refusal>();
  const [progress, setProgress] = useState<number>();
  const [result, setResult] = useState<Result>();
  const fileName = form.file ? [form.file.name] : [];
  useEffect(() => void drafts.set(draft, { answers, file }), [draft, answers, file]);

  const given = { ...answers, ...preset };
  const validation = validate(form, given);
  const wrong: FieldErrors = { ...standing(refusal, given, file), ...(validation.ok ? {} : validation.errors), ...fileErrors };
  const errors = Object.fromEntries(Object.entries(wrong).filter(([name]) => visited.has(name)));
  const sending = progress !== undefined;
  const disabled = sending || checking || Object.keys(wrong).length > 0;

  async function submit(event?: SyntheticEvent) {
    event?.preventDefault();
    if (sending) return;
    setResult(undefined);
    if (!validation.ok || disabled) return see([...Object.keys(form.catalogue), ...fileName]);
    setProgress(0);
    const upload = form.file && file && { name: form.file.name, content: file.content };
    const around = aroundOf(element.current, openedAt);
    const outcome = await send({ answers: validation.answers, file: upload, around, onProgress: form.file && setProgress });
    setProgress(undefined);
    if (outcome.kind === 'refused') {
      see(Object.keys(outcome.errors));
      setRefusal({ answers: given, file, errors: outcome.errors });
      return;
    }
    setResult(outcome);
    if (outcome.kind === 'failed') return tellWhy(form, outcome);
    reset();
    choose(undefined);
  }

  /** Takes a file, or takes it back. */
  function chooseFile(chosen: File | undefined) {
    choose(chosen);
    see(fileName);
  }

  const leaveFile = () => see(fileName);
  const close = () => setResult(undefined);
  const state = { answers: given, errors, sending, progress, disabled, result, round, file };
  return { element, ...state, type, visit, choose: chooseFile, leaveFile, submit, close };
}

function aroundOf(element: HTMLFormElement | null, openedAt: number): Submission['around'] {
  return {
    attribution: readVisit(getVisitorId()),
    website: readElements(element)[TRAP] ?? '',
    elapsed: Math.round(performance.now() - openedAt),
  };
}

/** The visitor is told that it failed; why, whoever looks for it. */
function tellWhy({ type }: Form, { failure }: Extract<Outcome, { kind: 'failed' }>): void {
  // oxlint-disable-next-line no-console
  console.error(`The form '${type}' could not be sent.`, failure.cause);
}

/** The server's messages, for as long as the answers are those it refused. */
function standing(refusal: Refusal | undefined, answers: Answers, file: ChosenFile | undefined): FieldErrors {
  return refusal && refusal.file === file && JSON.stringify(refusal.answers) === JSON.stringify(answers) ? refusal.errors : {};
}
