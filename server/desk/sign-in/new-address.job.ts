import * as v from 'valibot';
import type { JobServices } from '../../job-services.ts';
import { defineJob, type JobContext } from '../../jobs/job.ts';
import { findAccount } from '../accounts.ts';
import { newAddressMail } from './new-address.mail.tsx';
import { newToken, tokenHash } from './secret-token.ts';

/** Sends the link by which whoever reads the new address takes it. Its token is made here, so that no payload and no row has it. */
export const newAddressLink = defineJob({
  name: 'desk.new-address',
  payload: v.object({ signIn: v.string() }),
  run: async ({ signIn }, context: JobContext<JobServices>) => {
    const { store, mailer, settings } = context.services;
    const asked = await store.db.selectFrom('staff_sign_ins').selectAll().where('id', '=', signIn).executeTakeFirst();
    if (asked === undefined || asked.used_at !== null || asked.expires_at <= context.now()) return undefined;
    const { account_id: id, challenge: address } = asked;
    const account = id === null ? undefined : await findAccount(store.db, id);
    if (account === undefined || account.state === 'revoked' || address === null) return undefined;
    const token = newToken();
    await store.db
      .updateTable('staff_sign_ins')
      .set({ token_hash: tokenHash(token) })
      .where('id', '=', signIn)
      .execute();
    const props = { link: `${settings.DESK_URL}/new-address?token=${token}`, name: account.name };
    return mailer.send(newAddressMail, props, { to: address }, context);
  },
});
