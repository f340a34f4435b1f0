import { NO_MAIL_SERVER } from '../../contract/desk/mail-refusals.ts';
import { mayUse } from '../../contract/desk/roles.ts';
import { Alert } from '../../ui/alert.tsx';
import { useSignedIn } from '../account/account-context.ts';

/** Beneath an answer. @param refusal why the desk cannot mail it; null: it can */
export function ownHint(refusal: string | null): string {
  return refusal === null
    ? 'Or send it by your own mail program, and note here that it went: the text stands in the history either way.'
    : 'Send it by your own mail program, then note here that it went: the text stands in the history.';
}

/** Why the desk cannot mail somebody. What is written to a sample can be noted, to try it. */
export function MailRefusal({ reason, isSample }: { reason: string; isSample: boolean }) {
  const { roles } = useSignedIn();
  return (
    <Alert look="info" icon="info" title="The desk cannot mail this">
      <p>
        {reason}
        {reason === NO_MAIL_SERVER && mayUse(roles, 'settings.read') && ' The setting is MAIL_URL.'}
        {isSample && ' What you write can be noted all the same, to try it.'}
      </p>
    </Alert>
  );
}
