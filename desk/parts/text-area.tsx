import { useId, type CSSProperties, type TextareaHTMLAttributes } from 'react';
import { FieldFault } from './field.tsx';
import field from './field.module.css';
import styles from './text-area.module.css';

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { label: string; fault?: string | undefined };

/** A text area that grows with its content, at least as high as its `rows`. */
export function TextArea({ label, fault, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={`stack min-w-0 ${field.field}`}>
      <label className={`strong ${field.label}`} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={`${field.control} ${styles.area}`}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : `${id}fault`}
        style={rest.rows === undefined ? undefined : ({ '--rows': rest.rows } as CSSProperties)}
        {...rest}
      />
      <FieldFault id={`${id}fault`} words={fault} />
    </div>
  );
}
