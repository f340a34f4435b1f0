import { PLAIN_FORM_ALERT, plainFormMarks, type PlainForm } from '../../contract/forms/plain-form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './declared-form.module.css';
import { FormFields } from './form-fields.tsx';
import { ConsentNote, Honeypot } from './form-parts.tsx';

type RefusedFormProps = {
  declared: PlainForm;
  legend: string;
  label: string;
};

export function RefusedForm({ declared: { form, action }, legend, label }: RefusedFormProps) {
  const markedAs = (what: 'value' | 'error') => Object.fromEntries(form.fields.map(({ field }) => [field, plainFormMarks(field)[what]]));
  return (
    <form className={styles.form} method="post" action={action} noValidate aria-labelledby={label}>
      <Alert look="danger" icon="warning" title={PLAIN_FORM_ALERT} />
      <p className={styles.legend}>{legend}</p>
      <div className={styles.fields}>
        <FormFields
          form={form}
          answers={markedAs('value')}
          errors={markedAs('error')}
          prefix={form.type}
          invalidMark={(field) => plainFormMarks(field).invalid}
        />
        <Honeypot />
      </div>
      <ConsentNote consent={form.consent} />
      <Button type="submit" size="large" className={styles.submit}>
        {form.submit}
      </Button>
    </form>
  );
}
