import type { ReactNode } from 'react';
import type { FileField } from '../../contract/forms/form.ts';
import { choiceMark, PLAIN_FORM_ACTION, PLAIN_FORM_ALERT, plainFormMarks, type PlainForm } from '../../contract/forms/plain-form.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { fileInput } from '../content/application.ts';
import styles from './declared-form.module.css';
import { FieldFrame } from './field-frame.tsx';
import fieldStyles from './form-fields.module.css';
import { FormFields, fieldId } from './form-fields.tsx';
import { ConsentNote, UnseenFields } from './form-parts.tsx';

type RefusedFormProps = {
  declared: PlainForm;
  legend: ReactNode;
  label: string;
};

/** A form in a page without scripts, which the server fills in: as a form to fill in, or refused with its errors. */
export function RefusedForm({ declared: { form }, legend, label }: RefusedFormProps) {
  const markedAs = (what: 'value' | 'error') => Object.fromEntries(form.fields.map(({ field }) => [field, plainFormMarks(field)[what]]));
  return (
    <form
      className={styles.form}
      method="post"
      action={PLAIN_FORM_ACTION}
      encType={form.file && 'multipart/form-data'}
      noValidate
      aria-labelledby={label}
    >
      <div className={styles.alert} data-alert={PLAIN_FORM_ALERT}>
        <Alert look="danger" icon="warning" title={PLAIN_FORM_ALERT} />
      </div>
      <p className="small faint">{legend}</p>
      <div className={`stack min-w-0 ${styles.fields}`}>
        <FormFields
          form={form}
          answers={markedAs('value')}
          errors={markedAs('error')}
          prefix={form.type}
          marks={{ invalid: (field) => plainFormMarks(field).invalid, choice: choiceMark }}
        />
        {form.file && <PlainFile field={form.file} prefix={form.type} />}
        <UnseenFields />
      </div>
      <ConsentNote consent={form.consent} />
      <Button type="submit" size="large" className={`w-100 ${styles.submit}`}>
        {form.submit}
      </Button>
    </form>
  );
}

function PlainFile({ field: { name, label, hint, accept }, prefix }: { field: FileField; prefix: string }) {
  const id = fieldId(prefix, name);
  const { error, invalid } = plainFormMarks(name);
  return (
    <FieldFrame id={id} label={label} required error={error}>
      <p id={`${id}-hint`} className="small faint">
        {`${hint} ${fileInput.again}`}
      </p>
      <input
        id={id}
        name={name}
        className={fieldStyles.file}
        type="file"
        accept={accept}
        aria-required
        // The mark is replaced by the server with one of these two values.
        aria-invalid={invalid as 'true'}
        aria-describedby={`${id}-hint ${id}-error`}
      />
    </FieldFrame>
  );
}
