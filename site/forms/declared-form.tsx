import { useId, type ComponentType, type ReactNode } from 'react';
import { fieldNamed, type Consent, type FileField, type FieldDeclarations as Fields } from '../../contract/forms/form.ts';
import { Button } from '../../ui/button.tsx';
import styles from './declared-form.module.css';
import type { FileInputProps } from './file-input.tsx';
import { FormFields, fieldId, type PhoneControl } from './form-fields.tsx';
import { ConsentNote, UnseenFields } from './form-parts.tsx';
import { ErrorSummary } from './notices.tsx';
import type { LiveForm } from './use-form.ts';

type DeclaredFormProps = {
  live: LiveForm;
  words: { submit: string; sending: string; legend?: ReactNode };
  label: { by: string } | string;
  consent?: Consent;
  phone?: PhoneControl;
  file?: ComponentType<FileInputProps>;
  /** Where the form is sent without scripts; the method `dialog` sends nothing. */
  plain?: { method: 'post' | 'dialog'; action?: string; encType?: 'multipart/form-data' };
  notice?: ReactNode;
  done?: ReactNode;
  children?: ReactNode;
};

export function DeclaredForm({ live, words, label, consent, phone, file, plain, notice, done, children }: DeclaredFormProps) {
  const { element, form, answers, errors, flagged, sending, disabled, round, once, result } = live;
  const prefix = useId();
  const legend = useId();
  const before = { [flagged ?? '']: <ErrorSummary form={form} errors={errors} prefix={prefix} /> };
  const shared = { answers, errors, prefix, phone, before, announced: !flagged, onSettle: live.type };
  const named = typeof label === 'string' ? { 'aria-label': label } : { 'aria-labelledby': label.by };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the events of its fields bubble up to it
    <form
      ref={element}
      className={styles.form}
      {...plain}
      {...named}
      noValidate
      aria-busy={sending}
      onChange={live.type}
      onBlur={live.leave}
      onKeyUp={live.keyUp}
      onSubmit={(event) => void live.send(event)}
    >
      {words.legend && (
        <p id={legend} className="small faint">
          {words.legend}
        </p>
      )}
      <fieldset key={round} className={`stack min-w-0 ${styles.fields}`} disabled={sending || (once && result?.kind === 'received')}>
        <FormFields form={withFields(form, (kind) => kind !== 'checkbox')} {...shared} last={form.file ? undefined : lastOf(form)} />
        {form.file && file && (
          <FileRow Control={file} live={live} field={form.file} id={fieldId(prefix, form.file.name)} before={before[form.file.name]} />
        )}
        <FormFields form={withFields(form, (kind) => kind === 'checkbox')} {...shared} />
        {consent && <UnseenFields />}
      </fieldset>
      {consent && <ConsentNote consent={consent} />}
      {notice}
      <div className={styles.foot}>
        {done ?? (
          <Button
            type="submit"
            size="large"
            className={`w-100 ${styles.submit} ${plain?.method === 'post' ? styles.live : ''}`}
            busy={sending}
            aria-disabled={disabled}
            aria-describedby={words.legend ? legend : undefined}
          >
            {sending ? words.sending : words.submit}
          </Button>
        )}
      </div>
      {plain?.method === 'post' && (
        <noscript>
          <Button type="submit" size="large" className={`w-100 ${styles.submit}`}>
            {words.submit}
          </Button>
        </noscript>
      )}
      {children}
    </form>
  );
}

type FileRowProps = { Control: ComponentType<FileInputProps>; live: LiveForm; field: FileField; id: string; before: ReactNode };

function FileRow({ Control, live, field, id, before }: FileRowProps) {
  const { file, lost, errors, sending, choose, leaveFile } = live;
  return (
    <Control
      field={field}
      id={id}
      before={before}
      file={file}
      lost={lost}
      error={errors[field.name]}
      disabled={sending}
      onChoose={choose}
      onLeave={leaveFile}
    />
  );
}

function withFields({ fields, catalogue }: Fields, fits: (kind: string) => boolean): Fields {
  return { fields: fields.filter(({ field }) => fits(fieldNamed({ catalogue }, field).kind)), catalogue };
}

function lastOf({ fields, catalogue }: Fields): string | undefined {
  return fields.findLast(({ field }) => catalogue[field]?.kind !== 'hidden')?.field;
}
