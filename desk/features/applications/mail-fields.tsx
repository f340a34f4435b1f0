import { limits } from '../../../contract/limits.ts';
import { TextField } from '../../parts/field.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { sendByKeys } from '../../parts/send-by-keys.ts';

type Mail = { subject: string; text: string };

type MailProps = Mail & {
  /** By field name. */
  faults: { subject?: string | undefined; text?: string | undefined };
  onWrite: (next: Mail) => void;
};

/** Subject and text of a mail to applicants. Ctrl Enter sends it. */
export function MailFields({ subject, text, faults, onWrite }: MailProps) {
  return (
    <>
      <TextField
        label="Subject"
        autoComplete="off"
        maxLength={limits.line}
        value={subject}
        onChange={(event) => onWrite({ subject: event.target.value, text })}
        fault={faults.subject}
      />
      <TextArea
        label="Mail"
        data-autofocus=""
        rows={10}
        maxLength={limits.message}
        value={text}
        onChange={(event) => onWrite({ subject, text: event.target.value })}
        onKeyDown={sendByKeys}
        fault={faults.text}
      />
    </>
  );
}
