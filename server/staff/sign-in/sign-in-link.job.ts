import * as v from 'valibot';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type JobContext } from '../../queue/job.ts';
import { findWaitingSignIn, giveToken } from './mailed-token.ts';
import { signInMail } from './sign-in.mail.tsx';

/** Sends the link that somebody asked for. */
export const signInLink = defineJob({
  name: 'desk.sign-in-link',
  payload: v.object({ signIn: v.string() }),
  run: async ({ signIn }, context: JobContext<JobServices>) => {
    const { store, mailer, settings } = context.services;
    const asked = await findWaitingSignIn(signIn, context);
    if (asked === undefined || asked.account.address === '') return undefined;
    const link = `${settings.DESK_URL}/sign-in/link?token=${await giveToken(store, signIn)}`;
    return mailer.send(signInMail, { link, name: asked.account.name }, { to: asked.account.address }, context);
  },
});
