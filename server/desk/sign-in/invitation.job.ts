import * as v from 'valibot';
import type { JobServices } from '../../job-services.ts';
import { defineJob, type JobContext } from '../../jobs/job.ts';
import { findAccount } from '../accounts.ts';
import { invitationMail } from './sign-in.mail.tsx';

/** Tells somebody that they have an account, and where. It has no token: who signs in asks for a link then. */
export const invitation = defineJob({
  name: 'desk.invitation',
  payload: v.object({ account: v.string() }),
  run: async ({ account: id }, context: JobContext<JobServices>) => {
    const { store, mailer, settings } = context.services;
    const account = await findAccount(store.db, id);
    if (account === undefined || account.state === 'revoked') return undefined;
    return mailer.send(invitationMail, { link: `${settings.DESK_URL}/sign-in`, name: account.name }, { to: account.address }, context);
  },
});
