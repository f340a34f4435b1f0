import * as v from 'valibot';
import type { JobServices } from '../../job-services.ts';
import { defineJob, type JobContext } from '../../jobs/job.ts';
import { findAccount } from '../accounts.ts';
import { newToken, tokenHash } from './secret-token.ts';
import { signInMail } from './sign-in.mail.tsx';

/** Sends the link that somebody asked for: its token is made here, so that no payload and no row has it. */
export const signInLink = defineJob({
  name: 'desk.sign-in-link',
  payload: v.object({ signIn: v.string() }),
  run: async ({ signIn }, context: JobContext<JobServices>) => {
    const { store, mailer, settings } = context.services;
    const asked = await store.db.selectFrom('staff_sign_ins').selectAll().where('id', '=', signIn).executeTakeFirst();
    if (asked === undefined || asked.used_at !== null || asked.expires_at <= context.now() || asked.account_id === null) return undefined;
    const account = await findAccount(store.db, asked.account_id);
    if (account === undefined || account.state === 'revoked' || account.address === '') return undefined;
    const token = newToken();
    await store.db
      .updateTable('staff_sign_ins')
      .set({ token_hash: tokenHash(token) })
      .where('id', '=', signIn)
      .execute();
    const props = { link: `${settings.DESK_URL}/sign-in/link?token=${token}`, name: account.name };
    return mailer.send(signInMail, props, { to: account.address }, context);
  },
});
