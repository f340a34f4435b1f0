import { useEffect, useRef, useState, type FocusEvent, type SyntheticEvent } from 'react';
import { validate, type Answers, type FieldErrors } from '../../../contract/forms/form.ts';
import { reportForm } from '../../../contract/forms/report.ts';
import { readVisit } from '../../forms/landing.ts';
import { TRAP } from '../../forms/use-declared-form.ts';
import { getVisitorId } from '../../frame/visitor.ts';
import type { Outcome, SendReport } from './send-report.ts';

/** How the last request ended, as long as its alert stands. */
export type Result = Exclude<Outcome['kind'], 'refused'> | undefined;

/**
 * The report form: validated by the contract on every change and blur; a field is told what is wrong once it was left or changed, and
 * nothing can be sent before all is right.
 */
export function useReportForm(send: SendReport) {
  const element = useRef<HTMLFormElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const [openedAt] = useState(() => performance.now());
  const [answers, setAnswers] = useState<Answers>({});
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<{ answers: Answers; errors: FieldErrors }>();
  const [sending, setSending] = useState(false);
  const [result, setResult] = useState<Result>();
  const [round, setRound] = useState(0);

  // What was typed before the page answered counts, too.
  useEffect(() => setAnswers(readForm(element.current)), []);
  useEffect(() => {
    if (result !== undefined) notice.current?.focus();
  }, [result]);

  const withVisitor = { ...answers, uuid: import.meta.env.SSR ? '' : getVisitorId() };
  const validation = validate(reportForm, withVisitor);
  const wrong: FieldErrors = validation.ok ? standing(refused, answers) : validation.errors;
  const errors = Object.fromEntries(Object.entries(wrong).filter(([name]) => visited.has(name)));

  function refresh(event?: SyntheticEvent) {
    setAnswers(readForm(element.current));
    visit(event);
  }

  function visit(event?: SyntheticEvent | FocusEvent) {
    const name = (event?.target as Partial<HTMLInputElement> | undefined)?.name;
    if (name && name in reportForm.catalogue) setVisited((before) => (before.has(name) ? before : new Set([...before, name])));
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (sending) return;
    setResult(undefined);
    if (!validation.ok) return setVisited(every);
    setSending(true);
    const outcome = await send(validation.answers, {
      attribution: readVisit(getVisitorId()),
      website: readForm(element.current)[TRAP] ?? '',
      elapsed: Math.round(performance.now() - openedAt),
    });
    setSending(false);
    if (outcome.kind === 'refused') {
      setVisited(every);
      setRefused({ answers, errors: outcome.errors });
      return;
    }
    setResult(outcome.kind);
    if (outcome.kind === 'received') {
      setVisited(new Set());
      setAnswers({});
      setRound((count) => count + 1);
    }
  }

  const disabled = sending || Object.keys(wrong).length > 0;
  return { element, notice, answers, errors, sending, disabled, result, round, refresh, submit, close: () => setResult(undefined) };
}

const every: ReadonlySet<string> = new Set(Object.keys(reportForm.catalogue));

/** The server's messages, for as long as the answers are those it refused. */
function standing(refused: { answers: Answers; errors: FieldErrors } | undefined, answers: Answers): FieldErrors {
  return refused && JSON.stringify(refused.answers) === JSON.stringify(answers) ? refused.errors : {};
}

function readForm(form: HTMLFormElement | null): Answers {
  if (!form) return {};
  return Object.fromEntries([...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
