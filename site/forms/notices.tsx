import type { Ref } from 'react';
import { contactMessages } from '../../contract/forms/contact.ts';
import type { FieldErrors, Form } from '../../contract/forms/form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useFailureWords } from './failure-words.ts';
import { fieldId } from './form-fields.tsx';
import styles from './notices.module.css';
import type { Failure } from './send.ts';

type NoticeRef = { ref: Ref<HTMLDivElement> };

/** Everything that is wrong, each line leading to its field. */
export function ErrorSummary({ ref, form, errors, prefix }: NoticeRef & { form: Form; errors: FieldErrors; prefix: string }) {
  return (
    <Alert ref={ref} look="danger" icon="warning" title={contactMessages.invalid}>
      <ul className={styles.list}>
        {Object.entries(errors).map(([name, message]) => (
          <li key={name}>
            <a
              href={`#${fieldId(prefix, name)}`}
              onClick={(event) => {
                // Not by address: a hash of ours would go into the history, and close nothing on Back.
                event.preventDefault();
                document.getElementById(fieldId(prefix, name))?.focus();
              }}
            >
              {form.catalogue[name]?.label ?? name}
            </a>
            {`: ${message}`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** The send failed: why, as far as it helps, and the way to send it again. */
export function FailureNotice({ ref, failure }: NoticeRef & { failure: Failure }) {
  const words = useFailureWords(failure);
  return (
    <Alert ref={ref} look="danger" icon="warning" title={contactMessages.failure}>
      <p>{words}</p>
      <Button type="submit" variant="outline" className={styles.again}>
        Try again
      </Button>
    </Alert>
  );
}

/** The answers arrived. */
export function SuccessNotice({ ref }: NoticeRef) {
  return (
    <Alert ref={ref} look="success" icon="mail" title={contactMessages.successTitle}>
      <p>{contactMessages.success}</p>
    </Alert>
  );
}
