import type { KeyboardEvent } from 'react';
import { limits } from '../../../contract/limits.ts';
import { fieldBinder } from '../../parts/faults-of.ts';
import { TextField } from '../../parts/field.tsx';
import { TextArea } from '../../parts/text-area.tsx';

export type MailText = { subject: string; text: string };

type MailProps = {
  mail: MailText;
  /** Label of the text field, such as `Answer`. */
  label: string;
  rows: number;
  subjectLength?: number;
  /** By field name. */
  faults: Readonly<Record<string, string>>;
  onWrite: (next: MailText) => void;
};

/** Subject and text of a mail. Ctrl Enter sends it. */
export function MailFields({ mail: { subject, text }, label, rows, subjectLength = limits.line, faults, onWrite }: MailProps) {
  const field = fieldBinder({ subject, text }, (change) => onWrite({ subject, text, ...change }), faults);
  const sendByKeys = ({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
  };
  return (
    <>
      <TextField {...field('subject')} label="Subject" autoComplete="off" maxLength={subjectLength} />
      <TextArea {...field('text')} label={label} data-autofocus="" rows={rows} maxLength={limits.message} onKeyDown={sendByKeys} />
    </>
  );
}
