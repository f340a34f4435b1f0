import type { CallFault } from '../data/call-server.ts';
import { TextField } from './field.tsx';

type Props = { fourEyes: boolean; reason: string; onReason: (reason: string) => void; fault: CallFault | null };

/** A field for the reason to take something off the site; required where a second person has to approve it (`fourEyes`). */
export function TakenOffReason({ fourEyes, reason, onReason, fault }: Props) {
  return (
    <TextField
      label={fourEyes ? 'Why' : 'Why (optional)'}
      hint="Whoever else publishes is told by mail, with this reason."
      value={reason}
      maxLength={500}
      required={fourEyes}
      fault={fault?.fields['reason']}
      onChange={(event) => onReason(event.target.value)}
    />
  );
}

/** The reason as the calls take it: omitted if empty. */
export function given(reason: string): { reason?: string } {
  return reason.trim() === '' ? {} : { reason };
}
