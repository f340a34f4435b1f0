import { useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import type { LeadTopic } from '../../contract/callers.ts';
import {
  shownFields,
  toWire,
  validate,
  type Answers,
  type FieldErrors,
  type Form,
  type FieldDeclarations,
} from '../../contract/forms/form.ts';
import { getVisitorId } from '../frame/visitor.ts';
import { formWords } from '../content/forms.ts';
import { dropDraft } from './form-drafts.ts';
import { readVisit } from './attribution.ts';
import { HONEYPOT } from './read-elements.ts';
import type { SendOutcome, SubmitForm } from './submit-form.ts';
import { useAnswers } from './use-answers.ts';
import { useElapsed } from './use-elapsed.ts';
import type { ChosenFile, FileState } from './use-file.ts';

const asked: number = formWords.asked;

export type Result = Exclude<SendOutcome, { kind: 'refused' }> | undefined;

type Parts = {
  form: FieldDeclarations & Pick<Partial<Form>, 'file'>;
  /** When a field shows its error: only after a submission, also after leaving the field, or while typing. */
  validateOn: 'submit' | 'blur' | 'keyup';
  submit: SubmitForm;
  /** The file of a form that takes one, from `useFile`, which other forms need not load. */
  chosen?: FileState;
  /** Key under which the answers are stored as a draft in this tab. */
  draft: string;
  about?: LeadTopic | undefined;
  /** Answers of hidden fields, given by the page. */
  preset?: Answers;
  /** For a form in a dialog, opened for one submission: after sending it stays as it is instead of being emptied. */
  once?: boolean;
};

const noFile: FileState = { file: undefined, lost: undefined, checking: false, errors: {}, choose: () => undefined };

export type LiveForm = ReturnType<typeof useForm>;

/**
 * The behaviour of a declared form from its first field to its thanks. Submitting with errors sends nothing, shows the errors and moves there.
 * Answers survive failures, reloads and other pages, and are deleted on success.
 */
export function useForm(parts: Parts) {
  const { form, validateOn, chosen = noFile, draft, preset = {}, once = false } = parts;
  const element = useRef<HTMLFormElement>(null);
  const typed = useAnswers(form, element, draft);
  const answers = { ...typed.answers, ...preset };
  const faults = useFaults(form, { file: chosen.file, errors: chosen.errors });
  const wrong = faults.of(answers);
  const { flagged, goTo, flag } = useGoTo(element, typed.see);
  const { send, progress, result, close } = useSending(parts, { typed, chosen, faults, flag });
  const sending = progress !== undefined;
  const leaveFile = () => form.file && typed.see([form.file.name]);

  function leave({ target }: SyntheticEvent) {
    const { name = '' } = target as Partial<HTMLInputElement>;
    if (validateOn === 'blur' && name in form.catalogue) typed.see([name]);
  }

  function keyUp({ key, target }: KeyboardEvent) {
    const { name = '', value = '' } = target as Partial<HTMLInputElement>;
    // Not at the first letter, nor when Tab passes through.
    if (validateOn === 'keyup' && key !== 'Tab' && value.length > 1 && name in form.catalogue) typed.see([name]);
  }

  function type() {
    // Answers that were sent are not stored as a draft again when their fields reappear.
    if (!once || result?.kind !== 'received') typed.type();
  }

  function correct(name: string) {
    typed.type();
    close();
    goTo([`[name="${name}"]`]);
  }

  function choose(file: File | undefined) {
    chosen.choose(file);
    typed.type(file?.name ?? null);
    leaveFile();
  }

  const { file, lost, checking } = chosen;
  const errors: FieldErrors = sending ? {} : Object.fromEntries(Object.entries(wrong).filter(([name]) => typed.visited.has(name)));
  const disabled = sending || (validateOn !== 'submit' && (checking || Object.keys(faults.local(answers)).length > 0));
  const state = { answers, errors, disabled, sending, progress, result, round: typed.round, file, lost, once };
  return { element, form, ...state, flagged, type, leave, keyUp, choose, leaveFile, send, close, correct };
}

/** The element to focus, as a selector, and the field before which the summary of errors is shown. */
type Goal = readonly [selector?: string, flagged?: string | undefined];

/** Scrolls to the summary of errors with the field below it, unless the window is too low for both. */
function useGoTo(element: { current: HTMLFormElement | null }, see: (names: readonly string[]) => void) {
  const [goal, goTo] = useState<Goal>([]);
  const [selector, flagged] = goal;
  useEffect(() => {
    if (!selector) return;
    element.current?.querySelector('[role=alert]')?.scrollIntoView();
    element.current?.querySelector<HTMLElement>(selector)?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each press scrolls and focuses again
  }, [element, goal]);
  function flag(names: readonly string[]) {
    see(names);
    goTo(['[aria-invalid=true]', names[0]]);
  }
  return { flagged, goTo, flag };
}

function useFaults(form: Parts['form'], chosen: { file: ChosenFile | undefined; errors: FieldErrors }) {
  const [refusal, setRefusal] = useState<{ answers: Answers; file: ChosenFile | undefined; errors: FieldErrors }>();

  function local(answers: Answers): FieldErrors {
    const validation = validate(form, answers);
    return { ...(validation.ok ? {} : validation.errors), ...chosen.errors };
  }

  function of(answers: Answers): FieldErrors {
    const refused = Object.entries(refusal?.errors ?? {}).filter(([name]) =>
      name === form.file?.name ? refusal?.file === chosen.file : name in form.catalogue && answers[name] === refusal?.answers[name],
    );
    return { ...Object.fromEntries(refused), ...local(answers) };
  }

  return { local, of, refuse: (answers: Answers, errors: FieldErrors) => setRefusal({ answers, file: chosen.file, errors }) };
}

type State = {
  typed: ReturnType<typeof useAnswers>;
  chosen: FileState;
  faults: ReturnType<typeof useFaults>;
  flag: (names: readonly string[]) => void;
};

/** Leaves out answers of fields that are not shown any more, even if the server would accept them. */
function onlyShown(form: FieldDeclarations, answers: Answers): Answers {
  return Object.fromEntries(shownFields(form, answers).map(({ field: { name } }) => [name, answers[name] ?? '']));
}

function useSending({ form, submit, draft, about, preset = {}, once = false }: Parts, { typed, chosen, faults, flag }: State) {
  const elapsed = useElapsed(draft, once);
  const [progress, setProgress] = useState<number>();
  const [result, setResult] = useState<Result>();
  const { file } = chosen;

  async function send(event?: SyntheticEvent) {
    event?.preventDefault();
    if (progress !== undefined || (once && result?.kind === 'received')) return;
    const answers = { ...typed.type(), ...preset };
    const validation = validate(form, onlyShown(form, answers));
    // Errors from the server do not block another try: it may accept the same answers later.
    const wrong = Object.keys(faults.local(answers));
    setResult(undefined);
    if (!validation.ok || wrong.length > 0) return flag(wrong);
    if (chosen.checking) return;
    flag([]);
    setProgress(0);
    if (result?.kind === 'hurried') await elapsed.enough();
    const outcome = await submit({
      answers: toWire(form, validation.answers),
      file: form.file && file && { name: form.file.name, content: file.content },
      envelope: () => ({
        attribution: readVisit(getVisitorId()),
        ...(about && { about }),
        website: answers[HONEYPOT] ?? '',
        elapsed: elapsed.now(),
        ...(asked > 0 && { wording: asked }),
      }),
      onProgress: form.file && setProgress,
    });
    setProgress(undefined);
    if (outcome.kind !== 'refused') return finish(outcome);
    faults.refuse(answers, outcome.errors);
    flag(Object.keys(outcome.errors));
  }

  function finish(outcome: Exclude<Result, undefined>) {
    setResult(outcome);
    if (outcome.kind !== 'received') return;
    dropDraft(draft);
    if (once) return;
    typed.reset();
    chosen.choose(undefined);
  }

  return { send, progress, result, close: () => setResult(undefined) };
}
