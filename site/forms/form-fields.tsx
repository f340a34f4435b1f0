import type { Answers, Field, FieldErrors, Form } from '../../contract/forms/form.ts';
import { isRequired, shownFields } from '../../contract/forms/form.ts';
import { Icon } from '../ui/icon.tsx';
import styles from './form-fields.module.css';
import { PhoneInput } from './phone-input.tsx';

type FormFieldsProps = {
  form: Form;
  /** What has been typed so far: it decides which fields show, and fills one that comes back. */
  answers: Answers;
  errors: FieldErrors;
  /** Names of fields that this caller leaves optional. */
  optional: readonly string[];
  /** Before the names of fields, for ids that are the document's only ones. */
  prefix: string;
  /** Called when a value changed without an event of its own. */
  onSettle: () => void;
};

/** The fields of any declared form, in its order, as far as they show with these answers. */
export function FormFields({ form, answers, errors, optional, prefix, onSettle }: FormFieldsProps) {
  return shownFields(form, answers).map(({ use, field }) => (
    <FieldRow
      key={field.name}
      field={field}
      id={fieldId(prefix, field.name)}
      required={isRequired(use, answers) && !optional.includes(field.name)}
      error={errors[field.name]}
      typed={answers[field.name] ?? ''}
      onSettle={onSettle}
    />
  ));
}

/** The id of a field's control. */
export function fieldId(prefix: string, name: string): string {
  return `${prefix}-${name}`;
}

type FieldRowProps = { field: Field; id: string; required: boolean; error: string | undefined; typed: string; onSettle: () => void };

function FieldRow({ field, id, required, error, typed, onSettle }: FieldRowProps) {
  const errorId = `${id}-error`;
  const mendId = `${id}-mend`;
  const hintId = `${id}-hint`;
  const described = [field.hint && hintId, error && errorId, error && field.mend && mendId].filter(Boolean).join(' ');
  if (field.kind === 'hidden') return <input type="hidden" name={field.name} defaultValue={typed} />;
  return (
    <div className={field.kind === 'checkbox' ? `${styles.row} ${styles.tick}` : styles.row}>
      <label className={styles.label} htmlFor={id}>
        {field.label}
        {required && (
          <span className={styles.required} aria-hidden="true">
            *
          </span>
        )}
      </label>
      {field.hint && (
        <p id={hintId} className={styles.hint}>
          {field.hint}
        </p>
      )}
      <Control
        field={field}
        typed={typed}
        onSettle={onSettle}
        shared={{
          id,
          name: field.name,
          'aria-required': required,
          'aria-invalid': error !== undefined,
          'aria-describedby': described || undefined,
        }}
      />
      {error !== undefined && (
        <div className={styles.fault}>
          <Icon name="warning" size={18} />
          <div>
            <p id={errorId} className={styles.error}>
              {error}
            </p>
            {field.mend && (
              <p id={mendId} className={styles.mend}>
                {field.mend}
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}

type Shared = {
  id: string;
  name: string;
  'aria-required': boolean;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};
type ControlProps = { field: Field; typed: string; onSettle: () => void; shared: Shared };

function Control({ field, typed, onSettle, shared }: ControlProps) {
  const { kind, autocomplete } = field;
  const fill = autocomplete === undefined ? {} : { autoComplete: autocomplete };
  switch (kind) {
    case 'tel':
      return <PhoneInput {...shared} {...fill} onSettle={onSettle} />;
    case 'textarea':
      return <textarea {...shared} {...fill} className={styles.control} rows={5} defaultValue={typed} />;
    case 'select':
      return (
        <div className={styles.select}>
          <select {...shared} {...fill} className={styles.control} defaultValue={typed}>
            <option value="">{field.placeholder}</option>
            {field.options?.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={20} />
        </div>
      );
    case 'email':
      return (
        <input {...shared} {...fill} className={styles.control} type="email" inputMode="email" spellCheck={false} defaultValue={typed} />
      );
    case 'checkbox':
      return <input {...shared} className={styles.box} type="checkbox" value="true" defaultChecked={typed === 'true'} />;
    case 'text':
    case 'password':
    case 'hidden':
      break;
  }
  return (
    <input {...shared} {...fill} className={styles.control} type="text" autoCapitalize="words" spellCheck={false} defaultValue={typed} />
  );
}
