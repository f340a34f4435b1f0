import { useId, type ReactNode } from 'react';
import { FieldFault } from './field.tsx';
import styles from './field.module.css';

type FileChoiceProps = {
  label: string;
  hint?: ReactNode;
  accept: string;
  fault?: string | undefined;
  name: string;
  onChoose: (file: File | undefined) => void;
  focused?: boolean;
};

/** A file field that keeps the file when it is rejected. */
export function FileChoice({ label, hint, accept, fault, name, onChoose, focused = false }: FileChoiceProps) {
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
        type="file"
        name={name}
        className={styles.control}
        accept={accept}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={described || undefined}
        // Clears the field, because browsers report no change if the same file is chosen again after it was corrected.
        onClick={(event) => {
          if (fault !== undefined) event.currentTarget.value = '';
        }}
        onChange={(event) => onChoose(event.target.files?.[0])}
        {...(focused && { 'data-autofocus': '' })}
      />
      <FieldFault id={`${id}fault`} words={fault} />
    </div>
  );
}
