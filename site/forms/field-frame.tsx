import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './form-fields.module.css';

type FieldFrameProps = {
  id: string;
  label: string;
  required: boolean;
  error: string | undefined;
  mend?: string | undefined;
  announced?: boolean | undefined;
  tick?: boolean;
  before?: ReactNode;
  children: ReactNode;
};

/** A field's label above its control, and the error message below. `tick`: the control is a box in front of the label. */
export function FieldFrame({ id, label, required, error, mend, announced, tick = false, before, children }: FieldFrameProps) {
  return (
    <div className={tick ? `${styles.row} ${styles.tick}` : styles.row}>
      {before}
      <label className={`self-start strong ${styles.label}`} htmlFor={id}>
        {label}
        {required && (
          <span className={styles.required} aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children}
      {error !== undefined && (
        <div className={`row gap-1 ${styles.fault}`} role={announced ? 'alert' : undefined}>
          <Icon name="warning" size={18} />
          <div>
            <p id={`${id}-error`} className={`strong ${styles.error}`}>
              {error}
            </p>
            {mend && (
              <p id={`${id}-mend`} className="quiet">
                {mend}
              </p>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
