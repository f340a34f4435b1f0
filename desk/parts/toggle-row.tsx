import type { ReactNode } from 'react';
import styles from './toggle-row.module.css';

type ToggleRowProps<Value extends string> = {
  label: string;
  items: readonly (readonly [value: Value, words: ReactNode])[];
  pressed: Value;
  onPress: (value: Value) => void;
  /** Whether the last item is expanded. */
  isOpen?: boolean;
};

/** A row of toggle buttons, one of which is pressed. */
export function ToggleRow<Value extends string>({ label, items, pressed, onPress, isOpen }: ToggleRowProps<Value>) {
  return (
    <fieldset className={styles.row} aria-label={label}>
      {items.map(([value, words], index) => (
        <button
          key={value}
          type="button"
          className={`strong quiet ${styles.item}`}
          aria-pressed={pressed === value}
          aria-expanded={index === items.length - 1 ? isOpen : undefined}
          onClick={() => onPress(value)}
        >
          {words}
        </button>
      ))}
    </fieldset>
  );
}
