import * as v from 'valibot';
import type { JobServices } from '../job-services.ts';
import { defineJob, type JobContext } from '../jobs/job.ts';
import { addEvent } from '../leads/lead-repository.ts';
import { applicantConfirmation } from './applicant.mail.tsx';
import { CONFIRMATION_SENT, findApplication, isConfirmed } from './application-repository.ts';

/** Confirms to the applicant that the application arrived, unless a confirmation has left since it did. */
export const applicantMail = defineJob({
  name: 'recruiting.applicant-mail',
  payload: v.object({ leadId: v.string() }),
  async run({ leadId }, context: JobContext<JobServices>) {
    const { store, settings, mailer } = context.services;
    const application = await findApplication(store.db, leadId);
    if (application === undefined) return undefined;
    const { lead } = application;
    if (context.released !== true && (await isConfirmed(store.db, lead))) {
      await addEvent(store.db, leadId, { at: context.now(), kind: 'served by the confirmation of another application' });
      return undefined;
    }
    const siteUrl = settings.PUBLIC_URL;
    const envelope = { to: lead.email, replyTo: settings.HR_MAIL[0], gap: GAP };
    const outcome = await mailer.send(applicantConfirmation, { siteUrl, privacyUrl: `${siteUrl}/privacy` }, envelope, context);
    if (outcome === undefined) await addEvent(store.db, leadId, { at: context.now(), kind: CONFIRMATION_SENT });
    return outcome;
  },
});

/** Milliseconds between two confirmations to one mailbox: the second stands for all that came meanwhile. */
const GAP = 60_000;
