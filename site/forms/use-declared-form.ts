import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { toWire, validate, type Answers, type FieldErrors, type Form, type Validation } from '../../contract/forms/form.ts';
import { readElements, TRAP } from './read-elements.ts';
import type { Around, Failure, Send } from './send.ts';

export type Phase = 'editing' | 'sending' | 'received';

/** A message of the server, and the value that it speaks of. */
type Refusal = { message: string; value: string };

type Parts = {
  form: Form;
  optional: readonly string[];
  send: Send;
  /** What travels with the answers, read as they are sent. */
  around: () => Omit<Around, 'website' | 'elapsed'>;
};

/**
 * Everything a declared form does between its first field and its thanks: reads the elements, validates by the contract,
 * sends, and keeps what was typed. After a submission that failed, each message goes as soon as its field is right.
 */
export function useDeclaredForm({ form, optional, send, around }: Parts) {
  const element = useRef<HTMLFormElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const [openedAt] = useState(() => performance.now());
  const [answers, setAnswers] = useState<Answers>({});
  const [phase, setPhase] = useState<Phase>('editing');
  const [flagged, setFlagged] = useState<readonly string[]>([]);
  const [refusals, setRefusals] = useState<Readonly<Record<string, Refusal>>>({});
  const [failure, setFailure] = useState<Failure>();
  const [results, setResults] = useState(0);
  const sending = useRef(false);

  // Each result takes focus, so that it is read wherever the visitor was.
  useEffect(() => {
    if (results > 0) notice.current?.focus();
  }, [results]);

  /** Takes in what stands in the elements now. Fields that are gone keep what was typed into them. */
  function refresh(): Answers {
    const now = { ...answers, ...readElements(element.current) };
    setAnswers(now);
    return now;
  }

  async function submit(event?: SyntheticEvent) {
    event?.preventDefault();
    if (sending.current || phase === 'received') return;
    const given = refresh();
    const validation = validate(form, given, optional);
    setFailure(undefined);
    setRefusals({});
    if (!validation.ok) {
      setFlagged(Object.keys(validation.errors));
      setResults((count) => count + 1);
      return;
    }
    setFlagged([]);
    setPhase('sending');
    sending.current = true;
    const outcome = await send(toWire(form, validation.answers), () => ({
      ...around(),
      website: given[TRAP] ?? '',
      elapsed: Math.round(performance.now() - openedAt),
    }));
    sending.current = false;
    setPhase(outcome.kind === 'received' ? 'received' : 'editing');
    if (outcome.kind === 'failed') setFailure(outcome.failure);
    if (outcome.kind === 'refused') {
      setFlagged(Object.keys(outcome.errors));
      setRefusals(refusalsOf(outcome.errors, given));
    }
    setResults((count) => count + 1);
  }

  const errors = phase === 'editing' ? standingErrors(validate(form, answers, optional), answers, flagged, refusals) : {};
  return { element, notice, answers, errors, phase, failure, refresh: () => void refresh(), submit };
}

function refusalsOf(errors: FieldErrors, given: Answers): Record<string, Refusal> {
  return Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, { message, value: given[name] ?? '' }]));
}

/** Messages of the last submission that still hold: by the contract, or by the server as long as the value is the same. */
function standingErrors(
  validation: Validation,
  answers: Answers,
  flagged: readonly string[],
  refusals: Readonly<Record<string, Refusal>>,
): FieldErrors {
  const local: FieldErrors = validation.ok ? {} : validation.errors;
  const standing: Record<string, string> = {};
  for (const name of flagged) {
    const refusal = refusals[name];
    const message = local[name] ?? (refusal && refusal.value === (answers[name] ?? '') ? refusal.message : undefined);
    if (message !== undefined) standing[name] = message;
  }
  return standing;
}
