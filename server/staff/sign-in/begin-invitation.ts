import { enqueue } from '../../queue/job-queue.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Tx } from '../../store/store.ts';
import { invitation } from './invitation.job.ts';
import { closeBegun } from './new-address.ts';
import { newToken, tokenHash } from './secret-token.ts';
import { beginSignIn } from './sign-ins.ts';

type Invited = { accountId: string; settings: Settings; now: number };

/** Mails an invitation to an account; its link signs in once. Where only the company's provider signs in, the mail has no such link. */
export async function beginInvitation(tx: Tx, { accountId, settings, now }: Invited): Promise<void> {
  await closeBegun(tx, accountId, now);
  const signIn = settings.OIDC_ISSUER !== undefined ? undefined : await beginSignIn(tx, { kind: 'invitation', account_id: accountId, now });
  await enqueue(tx, invitation, { account: accountId, ...(signIn !== undefined && { signIn }) }, { now });
}

/** Makes an invitation that an administrator hands over, where no mail is sent. @returns the token of its link, which is stored only as a hash */
export async function beginHandedInvitation(tx: Tx, accountId: string, now: number): Promise<string> {
  const token = newToken();
  await closeBegun(tx, accountId, now);
  await beginSignIn(tx, { kind: 'invitation', account_id: accountId, token_hash: tokenHash(token), now });
  return token;
}
