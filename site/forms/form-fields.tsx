import type { ComponentType, InputHTMLAttributes, ReactNode } from 'react';
import type { Answers, Field, FieldErrors, FieldDeclarations as Fields } from '../../contract/forms/form.ts';
import { isRequired, shownFields } from '../../contract/forms/form.ts';
import { Icon } from '../../ui/icon.tsx';
import { FieldFrame } from './field-frame.tsx';
import styles from './form-fields.module.css';

export type PhoneControl = ComponentType<
  Omit<InputHTMLAttributes<HTMLInputElement>, 'defaultValue'> & { defaultValue?: string; onSettle: () => void }
>;

type Ways = {
  phone?: PhoneControl | undefined;
  /** Whether each message is announced as it appears; for forms without a summary of errors. */
  announced?: boolean;
  /** Content shown before a field, by the field's name. */
  before?: Readonly<Record<string, ReactNode>>;
  /** Called when a value changed without an input event. */
  onSettle?: () => void;
  /** The field whose Enter key on a phone sends the form; that of other fields moves to the next. */
  last?: string | undefined;
  /** In a page that the server fills in: the marks for whether a field is invalid, and for the chosen option. */
  marks?: { invalid: (field: string) => string; choice: (field: string, index?: number) => string };
};

type FormFieldsProps = Ways & {
  form: Fields;
  answers: Answers;
  errors: FieldErrors;
  prefix: string;
};

export function FormFields({ form, answers, errors, prefix, ...ways }: FormFieldsProps) {
  return shownFields(form, answers).map(({ use, field }) => (
    <FieldRow
      key={field.name}
      field={field}
      id={fieldId(prefix, field.name)}
      required={isRequired(use, answers)}
      error={errors[field.name]}
      typed={answers[field.name] ?? ''}
      {...ways}
    />
  ));
}

export function fieldId(prefix: string, name: string): string {
  return `${prefix}-${name}`;
}

type FieldRowProps = Ways & { field: Field; id: string; required: boolean; error: string | undefined; typed: string };

function FieldRow({ field, id, required, error, typed, phone, announced, before, onSettle, last, marks }: FieldRowProps) {
  const hintId = `${id}-hint`;
  const described = [field.hint && hintId, error && `${id}-error`, error && field.mend && `${id}-mend`].filter(Boolean).join(' ');
  if (field.kind === 'hidden') return <input type="hidden" name={field.name} defaultValue={typed} />;
  return (
    <FieldFrame
      id={id}
      label={field.label}
      required={required}
      error={error}
      mend={field.mend}
      announced={announced}
      tick={field.kind === 'checkbox'}
      before={before?.[field.name]}
    >
      {field.hint && (
        <p id={hintId} className="small faint">
          {field.hint}
        </p>
      )}
      <Control
        field={field}
        typed={typed}
        phone={phone}
        onSettle={onSettle}
        marks={marks}
        shared={{
          id,
          name: field.name,
          enterKeyHint: hintOfEnter(field, last),
          'aria-required': required,
          // The mark is replaced by the server with one of these two values.
          'aria-invalid': marks ? (marks.invalid(field.name) as 'true') : error !== undefined,
          'aria-describedby': described || undefined,
        }}
      />
    </FieldFrame>
  );
}

/** What Enter does, for the keyboards of phones. In a textarea it starts a new line. */
function hintOfEnter({ kind, name }: Field, last: string | undefined): 'next' | 'send' | undefined {
  if (kind === 'textarea') return undefined;
  return name === last ? 'send' : 'next';
}

type Shared = {
  id: string;
  name: string;
  enterKeyHint: 'next' | 'send' | undefined;
  'aria-required': boolean;
  'aria-invalid': boolean | 'true';
  'aria-describedby': string | undefined;
};
type ControlProps = {
  field: Field;
  typed: string;
  phone: PhoneControl | undefined;
  onSettle: (() => void) | undefined;
  marks: Ways['marks'];
  shared: Shared;
};

function Control({ field, typed, phone: Phone, onSettle = () => {}, marks, shared: { enterKeyHint, ...shared } }: ControlProps) {
  const { kind, autocomplete } = field;
  const choice = (index?: number) => marks && { [marks.choice(field.name, index)]: '' };
  const line = { ...shared, enterKeyHint };
  const fill = autocomplete === undefined ? {} : { autoComplete: autocomplete };
  switch (kind) {
    case 'tel':
      if (Phone) return <Phone {...line} {...fill} defaultValue={typed} onSettle={onSettle} />;
      return <input {...line} {...fill} className={styles.control} type="tel" inputMode="tel" defaultValue={typed} />;
    case 'textarea':
      return <textarea {...shared} {...fill} className={styles.control} dir="auto" rows={5} defaultValue={typed} />;
    case 'select':
      return (
        <div className={styles.select}>
          <select {...shared} {...fill} className={`${styles.control} ${styles.picker}`} defaultValue={typed}>
            <option value="">{field.placeholder}</option>
            {field.options?.map((option, index) => (
              <option key={option.value} value={option.value} {...choice(index)}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" size={20} />
        </div>
      );
    case 'email':
      return (
        <input
          {...line}
          {...fill}
          className={styles.control}
          type="email"
          inputMode="email"
          dir="auto"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={typed}
        />
      );
    case 'checkbox':
      return <input {...shared} className={styles.box} type="checkbox" value="true" defaultChecked={typed === 'true'} {...choice()} />;
    case 'password':
      return <input {...line} {...fill} className={styles.control} type="password" />;
    case 'text':
    case 'hidden':
      break;
  }
  return (
    <input
      {...line}
      {...fill}
      className={styles.control}
      type="text"
      dir="auto"
      autoCapitalize="words"
      spellCheck={false}
      defaultValue={typed}
    />
  );
}
