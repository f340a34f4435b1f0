import { Alert } from '../../ui/alert.tsx';

/** Beneath an answer. */
export const ownHint = 'Or write it in your own mail program, and note here that it went: the text stands in the history either way.';

/** Why the desk cannot mail somebody. What is written to a sample can be noted, to try it. */
export function MailRefusal({ reason, isSample }: { reason: string; isSample: boolean }) {
  return (
    <Alert look="info" icon="info" title="The desk cannot mail this">
      <p>
        {reason}
        {isSample && ' What you write can be noted all the same, to try it.'}
      </p>
    </Alert>
  );
}
