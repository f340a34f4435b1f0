import { INVALID_CREDENTIALS, loginForm } from '../../contract/forms/login.ts';
import { Alert } from '../../ui/alert.tsx';
import { login } from '../content/login.ts';
import { DeclaredForm } from '../forms/declared-form.tsx';
import type { SubmitForm } from '../forms/submit-form.ts';
import { useForm } from '../forms/use-form.ts';
import styles from './login-form.module.css';

const refuse: SubmitForm = async () => ({ kind: 'failed', failure: { cause: 'rejected' } });

/** Checks what is typed and always answers 'Invalid credentials'. Its method `dialog` sends nothing even without scripts. */
export function Component() {
  const live = useForm({ form: loginForm, validateOn: 'keyup', submit: refuse, draft: 'login' });
  return (
    <div className={styles.form}>
      <DeclaredForm
        live={live}
        words={{ submit: login.submit, sending: login.submit }}
        label={login.title}
        plain={{ method: 'dialog' }}
        notice={
          live.result && (
            <Alert look="danger" icon="warning" title={INVALID_CREDENTIALS}>
              <p>{login.failure}</p>
            </Alert>
          )
        }
      />
    </div>
  );
}
