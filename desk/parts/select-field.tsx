import { useId, type SelectHTMLAttributes } from 'react';
import styles from './field.module.css';

type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string;
  items: readonly (readonly [value: string, words: string])[];
};

/** A select field with its label above. */
export function SelectField({ label, items, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={`stack min-w-0 ${styles.field}`}>
      <label className={`strong ${styles.label}`} htmlFor={id}>
        {label}
      </label>
      <select id={id} className={styles.control} {...rest}>
        {items.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
