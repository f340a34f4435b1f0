import { useId, type SelectHTMLAttributes } from 'react';
import { FieldFault } from './field.tsx';
import styles from './field.module.css';

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string;
  items: readonly (readonly [value: string, words: string])[];
  fault?: string | undefined;
};

/** A select field with its label above and its error below. */
export function SelectField({ label, items, fault, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={`stack min-w-0 ${styles.field}`}>
      <label className={`strong ${styles.label}`} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles.control}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault && `${id}fault`}
        {...rest}
      >
        {items.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <FieldFault id={`${id}fault`} words={fault} />
    </div>
  );
}
