import { contactPageMessages } from '../../../contract/forms/contact-page.ts';
import { contacts as words } from '../../content/contacts.ts';
import { Alert } from '../../../ui/alert.tsx';
import styles from '../../forms/declared-form.module.css';

export function MessageSent() {
  return (
    <div className={styles.form}>
      <Alert look="success" icon="check" title={contactPageMessages.success}>
        <p>{words.sent}</p>
      </Alert>
      <a href="/contacts">{words.again}</a>
    </div>
  );
}
