import { useSyncExternalStore, type Ref } from 'react';
import { contactMessages } from '../../contract/forms/contact.ts';
import type { FieldErrors, Form } from '../../contract/forms/form.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { fieldId } from './form-fields.tsx';
import styles from './notices.module.css';
import type { Failure } from './send.ts';
import { waitWords } from './wait-words.ts';

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
  const online = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  );
  return (
    <Alert ref={ref} look="danger" icon="warning" title={contactMessages.failure}>
      <p>{explain(failure, online)}</p>
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

function explain({ cause, waitSeconds }: Failure, online: boolean): string {
  const kept = 'Everything you typed is still here.';
  if (cause === 'limited') {
    const when = waitSeconds === undefined ? 'in a few minutes' : waitWords(waitSeconds);
    return `Too many requests came from your network. ${kept} You can send it again ${when}.`;
  }
  if (cause === 'connection') {
    if (!online) return `You seem to be offline. ${kept} Send it again once you are connected.`;
    return `The connection broke off. ${kept} You can send it again: it will reach us only once.`;
  }
  if (cause === 'server' && waitSeconds !== undefined) return `${kept} You can send it again ${waitWords(waitSeconds)}.`;
  return kept;
}

function watchConnection(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}
