import { useEffect, useRef, useState, type ChangeEvent, type DragEvent, type ReactNode } from 'react';
import type { FileField } from '../../contract/forms/form.ts';
import { fileInput as words } from '../content/application.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { pageIcons } from '../../ui/page-icons.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { sizeWords } from '../../contract/figures/format.ts';
import styles from './file-input.module.css';
import { FieldFrame } from './field-frame.tsx';
import type { ChosenFile } from './use-file.ts';

export type FileInputProps = {
  field: FileField;
  id: string;
  before: ReactNode;
  file: ChosenFile | undefined;
  lost: string | undefined;
  error: string | undefined;
  disabled: boolean;
  onChoose: (file: File | undefined) => void;
  onLeave: () => void;
};

export function FileInput({ field, id, before, file, lost, error, disabled, onChoose, onLeave }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useNoStrayDrops();

  function pick({ target }: ChangeEvent<HTMLInputElement>) {
    const [first] = target.files ?? [];
    if (first) onChoose(first);
    // So that the same file can be chosen again.
    target.value = '';
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [first] = event.dataTransfer.files;
    if (first && !disabled) onChoose(first);
  }

  function remove() {
    onChoose(undefined);
    input.current?.focus();
  }

  return (
    <FieldFrame id={id} label={field.label} required error={error} announced before={before}>
      <div
        className={styles.zone}
        data-over={over || undefined}
        data-invalid={error !== undefined || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {lost && (
          <p id={`${id}-lost`} className={`small quiet ${styles.lost}`} dir="auto">
            {words.lost(lost)}
          </p>
        )}
        {file && <Chosen file={file.content} disabled={disabled} onRemove={remove} />}
        <p className={`row wraps middle ${styles.choice}`}>
          <input
            ref={input}
            id={id}
            name={field.name}
            className={`visually-hidden ${styles.input}`}
            type="file"
            accept={field.accept}
            disabled={disabled}
            aria-required
            aria-invalid={error !== undefined}
            aria-describedby={[`${id}-hint`, lost && `${id}-lost`, error && `${id}-error`].filter(Boolean).join(' ')}
            onChange={pick}
            onBlur={() => !file && onLeave()}
          />
          <label className={`${buttonClass({ variant: 'outline' })} ${styles.button}`} htmlFor={id}>
            {file ? words.another : words.choose}
          </label>
          <span id={`${id}-hint`} className={`small faint ${styles.hint}`}>
            {words.drop} {field.hint}
          </span>
        </p>
      </div>
    </FieldFrame>
  );
}

function Chosen({ file, disabled, onRemove }: { file: File; disabled: boolean; onRemove: () => void }) {
  return (
    <p className={`row middle ${styles.chosen}`}>
      <Icon path={pageIcons.file} />
      <span className={styles.name}>{file.name}</span>
      <span className={styles.size}>{sizeWords(file.size)}</span>
      <button type="button" className={styles.remove} disabled={disabled} onClick={onRemove}>
        {words.remove}
        <VisuallyHidden> {file.name}</VisuallyHidden>
      </button>
    </p>
  );
}

/** Prevents that a file dropped beside the field is opened in place of the page, which would lose everything typed. */
function useNoStrayDrops() {
  useEffect(() => {
    const refuseFiles = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    addEventListener('dragover', refuseFiles);
    addEventListener('drop', refuseFiles);
    return () => {
      removeEventListener('dragover', refuseFiles);
      removeEventListener('drop', refuseFiles);
    };
  }, []);
}
