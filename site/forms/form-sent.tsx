import type { PlainForm } from '../../contract/forms/plain-form.ts';
import { Alert } from '../../ui/alert.tsx';
import styles from './declared-form.module.css';

type FormSentProps = { declared: Pick<PlainForm, 'messages' | 'paths'>; text?: string; again: string };

export function FormSent({ declared: { messages, paths }, text, again }: FormSentProps) {
  return (
    <div className={styles.form}>
      <Alert look="success" icon="check" title={messages.success}>
        {text && <p>{text}</p>}
      </Alert>
      <a href={paths.form}>{again}</a>
    </div>
  );
}
