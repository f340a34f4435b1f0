import * as v from 'valibot';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type JobContext } from '../../queue/job.ts';
import { findWaitingSignIn, giveToken } from './mailed-token.ts';
import { newAddressMail } from './new-address.mail.tsx';

/** Sends the link by which the reader of a new address confirms it. */
export const newAddressLink = defineJob({
  name: 'desk.new-address',
  payload: v.object({ signIn: v.string() }),
  run: async ({ signIn }, context: JobContext<JobServices>) => {
    const { store, mailer, settings } = context.services;
    const asked = await findWaitingSignIn(signIn, context);
    if (asked === undefined || asked.challenge === null) return undefined;
    const link = `${settings.DESK_URL}/new-address?token=${await giveToken(store, signIn)}`;
    return mailer.send(newAddressMail, { link, name: asked.account.name }, { to: asked.challenge }, context);
  },
});
