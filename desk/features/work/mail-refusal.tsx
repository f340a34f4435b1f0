import { NO_MAIL_SERVER } from '../../../contract/desk/mail-refusals.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useSignedIn } from '../../account/account-context.ts';

type Mailed = Readonly<{ mailRefusal: string | null; sample: boolean }>;

/** The hint below an answer on other ways to send it. Empty for a sample, which has a note above the answer. */
export function ownHint({ mailRefusal, sample }: Mailed): string {
  if (sample) return '';
  return `${mailRefusal === null ? 'Or send' : 'Send'} it from your own mail program, then press “Note it as sent”.`;
}

/** Why the desk cannot mail this person. An answer to a sample can be noted, to try it out. */
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
