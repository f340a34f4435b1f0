import { useId, type ReactNode } from 'react';
import styles from './filter-row.module.css';

export type Filter<Name extends string = string> = {
  name: Name;
  label: string;
  /** The values to choose from; undefined: the filter is a date field. */
  items?: readonly (readonly [value: string, words: string])[];
  /** The label of the choice of no value. */
  none?: string;
};

type FilterRowProps<Name extends string> = {
  filters: readonly Filter<Name>[];
  values: Readonly<Partial<Record<Name, string | number | boolean | null>>>;
  /** @param value empty: the filter is removed */
  onChange: (name: Name, value: string) => void;
  children?: ReactNode;
};

/** The filters of a list side by side. `from` is at most `to`. */
export function FilterRow<Name extends string>({ filters, values, onChange, children }: FilterRowProps<Name>) {
  const id = useId();
  const valueOf = (name: string) => String(values[name as Name] ?? '');
  const limitsOf = (name: string) => ({
    max: name === 'from' ? valueOf('to') || undefined : undefined,
    min: name === 'to' ? valueOf('from') || undefined : undefined,
  });
  return (
    <div className={`stack gap-2 mb-2 ${styles.filters}`}>
      {filters.map(({ name, label, items, none = 'Any' }) => {
        const value = valueOf(name);
        const field = { id: id + name, value, onChange: (event: { target: { value: string } }) => onChange(name, event.target.value) };
        return (
          <div key={name} className={`stack gap-half ${styles.filter}`}>
            <label htmlFor={field.id}>{label}</label>
            {items === undefined ? (
              <input type="date" {...field} {...limitsOf(name)} />
            ) : (
              <select {...field}>
                <option value="">{none}</option>
                {value !== '' && !items.some(([one]) => one === value) && <option value={value}>{value}</option>}
                {items.map(([one, words]) => (
                  <option key={one} value={one}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </div>
        );
      })}
      {children}
    </div>
  );
}
