import { useEffect, useState } from 'react';
import type { FieldErrors, FileFault, FileField } from '../../contract/forms/form.ts';
import { checkFile } from './check-file.ts';
import { readDraft } from './form-drafts.ts';

export type ChosenFile = { content: File; fault: FileFault | 'unknown' | undefined };

export type FileState = {
  file: ChosenFile | undefined;
  /** Name of a file that was chosen before the page was loaded anew: browsers do not give it back. */
  lost: string | undefined;
  checking: boolean;
  errors: FieldErrors;
  choose: (chosen: File | undefined) => void;
};

/** Chosen files by the draft of their form, kept until the document is unloaded. */
const files = new Map<string, ChosenFile>();

/** The file of a form that takes one. */
export function useFile(field: FileField | undefined, draft: string): FileState {
  const [file, setFile] = useState(files.get(draft));
  const [lost, setLost] = useState<string>();
  const content = file?.content;
  const checking = file?.fault === 'unknown';

  // oxlint-disable-next-line react/set-state-in-effect -- only this tab's storage knows it
  useEffect(() => setLost(readDraft(draft)?.file), [draft]);
  useEffect(() => void (file ? files.set(draft, file) : files.delete(draft)), [draft, file]);
  useEffect(() => {
    if (!field || !content || !checking) return undefined;
    let wanted = true;
    void checkFile(field, content).then((fault) => wanted && setFile({ content, fault }));
    return () => {
      wanted = false;
    };
  }, [field, content, checking]);

  function choose(chosen: File | undefined) {
    setLost(undefined);
    setFile(chosen && { content: chosen, fault: 'unknown' });
  }

  const fault = file ? file.fault : 'missing';
  const errors: FieldErrors = field && fault && fault !== 'unknown' ? { [field.name]: field.messages[fault] } : {};
  return { file, lost: file ? undefined : lost, checking, errors, choose };
}
