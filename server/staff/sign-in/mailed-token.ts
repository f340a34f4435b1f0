import type { JobServices } from '../../mail/job-services.ts';
import type { JobContext } from '../../queue/job.ts';
import type { Store } from '../../store/store.ts';
import { findAccount } from '../accounts.ts';
import { newToken, tokenHash } from './secret-token.ts';

/** The account of a sign-in that waits for its mail; undefined if it was used or has expired, or the account may not sign in. */
export async function findWaitingSignIn(signIn: string, { services: { store }, now }: JobContext<JobServices>) {
  const asked = await store.db.selectFrom('staff_sign_ins').selectAll().where('id', '=', signIn).executeTakeFirst();
  if (asked === undefined || asked.used_at !== null || asked.expires_at <= now() || asked.account_id === null) return undefined;
  const account = await findAccount(store.db, asked.account_id);
  return account === undefined || account.state === 'revoked' ? undefined : { account, challenge: asked.challenge };
}

/** Makes the token of the mail's link. It is made only now, so that no job's payload contains it; the row has its hash. */
export async function giveToken({ db }: Store, signIn: string): Promise<string> {
  const token = newToken();
  await db
    .updateTable('staff_sign_ins')
    .set({ token_hash: tokenHash(token) })
    .where('id', '=', signIn)
    .execute();
  return token;
}
