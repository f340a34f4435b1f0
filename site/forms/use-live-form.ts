import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { validate, type Answers, type FieldErrors, type Form } from '../../contract/forms/form.ts';
import { getVisitorId } from '../frame/visitor.ts';
import type { SendForm } from './form-sender.ts';
import { readVisit } from './landing.ts';
import { readElements, TRAP } from './read-elements.ts';
import type { Outcome } from './send.ts';
import { useFile, type ChosenFile } from './use-file.ts';

/** How the last submission ended, as long as it is shown. */
export type Result = Exclude<Outcome, { kind: 'refused' }> | undefined;

type Parts = {
  form: Form;
  send: SendForm;
  /** Names what was typed here, so that it is there again when the visitor comes back from another page. */
  draft: string;
  /** Answers that the page gives itself, for hidden fields. */
  preset?: Answers;
};

const drafts = new Map<string, { answers: Answers; file: ChosenFile | undefined }>();

/**
 * A form on a page: held against its declaration all the time, so that nothing can be sent before all is right. A field is told what is
 * wrong once it was visited. What was typed stays through every failure, and goes with a success.
 */
export function useLiveForm({ form, send, draft, preset = {} }: Parts) {
  const element = useRef<HTMLFormElement>(null);
  const [openedAt] = useState(() => performance.now());
  const [answers, setAnswers] = useState<Answers>(() => ({ ...drafts.get(draft)?.answers, ...preset }));
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<{ answers: Answers; file: ChosenFile | undefined; errors: FieldErrors }>();
  const [progress, setProgress] = useState<number>();
  const [result, setResult] = useState<Result>();
  const [round, setRound] = useState(0);
  const upload = useFile(form.file, drafts.get(draft)?.file);
  const { file } = upload;
  const sending = progress !== undefined;

  // What was typed before the page answered counts, too.
  useEffect(() => setAnswers((before) => ({ ...before, ...readElements(element.current) })), [round]);
  useEffect(() => void drafts.set(draft, { answers, file }), [draft, answers, file]);

  const given = { ...answers, ...preset };
  const validation = validate(form, given);
  const standing = refused && refused.file === file && same(refused.answers, answers) ? refused.errors : {};
  const wrong: FieldErrors = { ...standing, ...(validation.ok ? {} : validation.errors), ...upload.errors };
  const errors = Object.fromEntries(Object.entries(wrong).filter(([name]) => visited.has(name)));
  const disabled = sending || upload.checking || Object.keys(wrong).length > 0;

  function type() {
    setAnswers((before) => ({ ...before, ...readElements(element.current) }));
  }

  function visit(event: SyntheticEvent) {
    type();
    const { name } = event.target as Partial<HTMLInputElement>;
    if (name && name in form.catalogue) see([name]);
  }

  function see(names: readonly string[]) {
    setVisited((before) => (names.every((name) => before.has(name)) ? before : new Set([...before, ...names])));
  }

  function choose(chosen: File | undefined) {
    upload.choose(chosen);
    if (form.file) see([form.file.name]);
  }

  function leaveFile() {
    if (form.file) see([form.file.name]);
  }

  async function submit(event?: SyntheticEvent) {
    event?.preventDefault();
    if (sending) return;
    setResult(undefined);
    if (!validation.ok || disabled) return see(namesOf(form));
    setProgress(0);
    const outcome = await send({
      answers: validation.answers,
      file: form.file && file && { name: form.file.name, content: file.content },
      around: {
        attribution: readVisit(getVisitorId()),
        website: readElements(element.current)[TRAP] ?? '',
        elapsed: Math.round(performance.now() - openedAt),
      },
      onProgress: form.file && setProgress,
    });
    setProgress(undefined);
    if (outcome.kind === 'refused') {
      see(namesOf(form));
      setRefused({ answers, file, errors: outcome.errors });
      return;
    }
    setResult(outcome);
    // oxlint-disable-next-line no-console -- the visitor is told that it failed; why, only somebody who looks
    if (outcome.kind === 'failed') console.error(`The form ${form.type} could not be sent.`, outcome.failure);
    else reset();
  }

  function reset() {
    drafts.delete(draft);
    setAnswers(preset);
    setVisited(new Set());
    upload.choose(undefined);
    setRound((count) => count + 1);
  }

  const close = () => setResult(undefined);
  return { element, answers: given, errors, sending, progress, disabled, result, round, file, type, visit, choose, leaveFile, submit, close };
}

function namesOf(form: Form): string[] {
  return [...Object.keys(form.catalogue), ...(form.file ? [form.file.name] : [])];
}

function same(one: Answers, other: Answers): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
