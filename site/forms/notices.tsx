import { useEffect, useRef, type ReactNode } from 'react';
import type { FieldErrors, FieldDeclarations, Form } from '../../contract/forms/form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { formWords as words } from '../content/forms.ts';
import { useFailureWords } from './failure-words.ts';
import { fieldId } from './form-fields.tsx';
import styles from './notices.module.css';
import type { Failure } from './submit-form.ts';
import type { Result } from './use-form.ts';

type ErrorSummaryProps = { form: FieldDeclarations & Pick<Partial<Form>, 'file'>; errors: FieldErrors; prefix: string };

export function ErrorSummary({ form: { catalogue, file }, errors, prefix }: ErrorSummaryProps) {
  const faults = Object.entries(errors);
  if (faults.length === 0) return null;
  return (
    <Alert look="danger" icon="warning" title={words.invalid}>
      <ul className={`stack gap-half ${styles.list}`}>
        {faults.map(([name, message]) => (
          <li key={name}>
            <a
              href={`#${fieldId(prefix, name)}`}
              onClick={(event) => {
                // Not by following the link: its hash would become a history entry, and Back would not close the dialog.
                event.preventDefault();
                document.getElementById(fieldId(prefix, name))?.focus();
              }}
            >
              {(catalogue[name] ?? file)?.label}
            </a>
            <span>{`: ${message}`}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

type ResultNoticeProps = {
  result: Result;
  words: { success: string; failure: string };
  sent?: ReactNode;
  action?: ReactNode;
};

/** Replaces the sent form and takes the focus, so that it is read wherever the visitor was. */
export function ResultNotice({ result, words: { success, failure }, sent, action }: ResultNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result) notice.current?.focus();
  }, [result]);
  if (!result) return null;
  if (result.kind === 'received') {
    return (
      <Alert ref={notice} look="success" icon="mail" title={success}>
        {sent}
        {action}
      </Alert>
    );
  }
  if (result.kind === 'hurried') return <HurriedNotice />;
  return (
    <Alert ref={notice} look="danger" icon="warning" title={failure}>
      <Reason failure={result.failure} />
      {action}
    </Alert>
  );
}

/** Shown if the form was sent faster than a person fills it in. The button keeps the focus, because it has to be pressed again. */
export function HurriedNotice() {
  return (
    <Alert look="info" icon="warning" title={words.hurried.title}>
      <p>{words.hurried.text}</p>
    </Alert>
  );
}

export function Reason({ failure }: { failure: Failure }) {
  return <p>{useFailureWords(failure)}</p>;
}

export function TryAgain() {
  return (
    <Button type="submit" variant="outline" className="self-start mt-1">
      {words.again}
    </Button>
  );
}
