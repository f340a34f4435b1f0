import * as v from 'valibot';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type JobContext } from '../../queue/job.ts';
import { findAccount } from '../accounts.ts';
import { findWaitingSignIn, giveToken } from './mailed-token.ts';
import { invitationMail } from './sign-in.mail.tsx';

export const INVITATION_PATH = '/invitation';

/** Tells a person that they have an account. The mail's link signs in once; without a sign-in that waits for it, it leads to the sign-in page. */
export const invitation = defineJob({
  name: 'desk.invitation',
  payload: v.object({ account: v.string(), signIn: v.optional(v.string()) }),
  run: async ({ account: id, signIn }, context: JobContext<JobServices>) => {
    const { store, mailer, settings } = context.services;
    const account = await findAccount(store.db, id);
    if (account === undefined || account.state === 'revoked') return undefined;
    const waits = signIn !== undefined && account.state === 'invited' && (await findWaitingSignIn(signIn, context)) !== undefined;
    const page = `${settings.DESK_URL}/sign-in`;
    const link = waits ? `${settings.DESK_URL}${INVITATION_PATH}?token=${await giveToken(store, signIn)}` : page;
    return mailer.send(invitationMail, { link, page, name: account.name, signsIn: waits }, { to: account.address }, context);
  },
});
