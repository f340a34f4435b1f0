import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import styles from './field.module.css';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: ReactNode; fault?: string | undefined };

/** A text field with its label above and its error below. */
export function TextField({ label, hint, fault, ...rest }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}hint`, fault !== undefined && `${id}fault`].filter(Boolean).join(' ');
  return (
    <div className={`stack min-w-0 ${styles.field}`}>
      <label className={`strong ${styles.label}`} htmlFor={id}>
        {label}
      </label>
      {hint !== undefined && (
        <p className="faint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      <input
        id={id}
        className={styles.control}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={described || undefined}
        {...rest}
      />
      <FieldFault id={`${id}fault`} words={fault} />
    </div>
  );
}

export function FieldFault({ id, words }: { id: string; words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <p className={styles.fault} id={id}>
      {words}
    </p>
  );
}
