import { useRef, useState, type SyntheticEvent } from 'react';
import { validate, type Field, type FieldErrors } from '../../../contract/forms/form.ts';
import { INVALID_CREDENTIALS, loginForm } from '../../../contract/forms/login.ts';
import { login } from '../../content/login.ts';
import fieldStyles from '../../forms/form-fields.module.css';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './login-form.module.css';

const fields = loginForm.fields.map(({ field }) => loginForm.catalogue[field]!);

/**
 * Checks what is typed and answers 'Invalid credentials', always. Nothing of it leaves the browser: there is no call, and a
 * form of the method `dialog` sends nothing even where no script runs.
 */
export function LoginForm() {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>(errorsOf({}));
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [attempts, setAttempts] = useState(0);

  function check(event: SyntheticEvent<HTMLFormElement | HTMLInputElement>) {
    const { name } = event.target as HTMLInputElement;
    // Passing through a field on the way to another is not typing into it.
    if ('key' in event && event.key === 'Tab') return;
    setErrors(errorsOf(Object.fromEntries(new FormData(form.current!))));
    if (name) setTouched((before) => (before.includes(name) ? before : [...before, name]));
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setAttempts((count) => count + 1);
  }

  return (
    <form ref={form} method="dialog" className={styles.form} noValidate onChange={check} onSubmit={submit}>
      {attempts > 0 && (
        <Alert key={attempts} look="danger" icon="warning" title={INVALID_CREDENTIALS}>
          <p>{login.failure}</p>
        </Alert>
      )}
      {fields.map((field) => (
        <LoginField key={field.name} field={field} error={touched.includes(field.name) ? errors[field.name] : undefined} onKeyUp={check} />
      ))}
      <Button type="submit" size="large" className={styles.submit} disabled={Object.keys(errors).length > 0}>
        {login.submit}
      </Button>
    </form>
  );
}

type LoginFieldProps = { field: Field; error: string | undefined; onKeyUp: (event: SyntheticEvent<HTMLInputElement>) => void };

function LoginField({ field, error, onKeyUp }: LoginFieldProps) {
  const id = `login-${field.name}`;
  return (
    <div className={fieldStyles.row}>
      <label className={fieldStyles.label} htmlFor={id}>
        {field.label}
      </label>
      <input
        id={id}
        name={field.name}
        type={field.kind}
        className={fieldStyles.control}
        autoComplete={field.autocomplete}
        spellCheck={false}
        onKeyUp={onKeyUp}
        aria-required
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
      />
      {error !== undefined && (
        <div id={`${id}-error`} className={fieldStyles.fault} aria-live="polite">
          <Icon name="warning" size={18} />
          <div>
            <p className={fieldStyles.error}>{error}</p>
            <p className={fieldStyles.mend}>{field.mend}</p>
          </div>
        </div>
      )}
    </div>
  );
}

function errorsOf(answers: unknown): FieldErrors {
  const result = validate(loginForm, answers);
  return result.ok ? {} : result.errors;
}
