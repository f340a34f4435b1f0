import { useEffect, useState } from 'react';
import type { FieldErrors, FileFault, FileField } from '../../contract/forms/form.ts';
import { checkFile } from './check-file.ts';

/** A file that the visitor chose. */
export type ChosenFile = { content: File; fault: FileFault | 'unknown' | undefined };

/** The file of a form that has one: chosen, held against its field, taken away again. */
export function useFile(field: FileField | undefined, initial: ChosenFile | undefined) {
  const [file, setFile] = useState(initial);
  const content = file?.content;
  const checking = file?.fault === 'unknown';

  useEffect(() => {
    if (!field || !content || !checking) return undefined;
    let wanted = true;
    void checkFile(field, content).then((fault) => wanted && setFile({ content, fault }));
    return () => {
      wanted = false;
    };
  }, [field, content, checking]);

  const choose = (chosen: File | undefined) => setFile(chosen && { content: chosen, fault: 'unknown' });
  const fault = file ? file.fault : 'missing';
  const errors: FieldErrors = field && fault && fault !== 'unknown' ? { [field.name]: field.messages[fault] } : {};
  return { file, checking, errors, choose };
}
