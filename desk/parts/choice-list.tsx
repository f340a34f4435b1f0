import { useId, type ReactNode } from 'react';
import { FieldFault } from './field.tsx';
import styles from './choice-list.module.css';

export type ChoiceItem = { value: string; label: string; about?: ReactNode };

type ChoiceListProps = {
  legend: string;
  /** Radio buttons instead of checkboxes. */
  single?: boolean;
  items: readonly ChoiceItem[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  fault?: string | undefined;
};

/** A group of checkboxes or radio buttons, each with an explanation. */
export function ChoiceList({ legend, single = false, items, chosen, onChange, fault }: ChoiceListProps) {
  const id = useId();
  const toggle = (value: string, on: boolean) => {
    if (single) return onChange([value]);
    onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value));
  };
  return (
    <fieldset className={`stack min-w-0 ${styles.list}`} aria-describedby={fault === undefined ? undefined : `${id}fault`}>
      <legend className={`strong ${styles.legend}`}>{legend}</legend>
      {items.map(({ value, label, about }, index) => (
        <div key={value} className={`stack ${styles.item}`}>
          <input
            type={single ? 'radio' : 'checkbox'}
            {...(single && { name: id, 'data-autofocus': index === 0 ? '' : undefined })}
            id={id + value}
            aria-describedby={about === undefined ? undefined : `${id}${value}about`}
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.target.checked)}
          />
          <label className={`strong ${styles.label}`} htmlFor={id + value}>
            {label}
          </label>
          {about !== undefined && (
            <p id={`${id}${value}about`} className={`fine quiet ${styles.about}`}>
              {about}
            </p>
          )}
        </div>
      ))}
      <FieldFault id={`${id}fault`} words={fault} />
    </fieldset>
  );
}
