import type { ReactNode } from 'react';
import { TextField } from './field.tsx';

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
export function FileChoice({ onChoose, focused = false, ...field }: FileChoiceProps) {
  return (
    <TextField
      {...field}
      type="file"
      // Clears the field, because browsers report no change if the same file is chosen again after it was corrected.
      onClick={(event) => {
        if (field.fault !== undefined) event.currentTarget.value = '';
      }}
      onChange={(event) => onChoose(event.target.files?.[0])}
      {...(focused && { 'data-autofocus': '' })}
    />
  );
}
