import * as v from 'valibot';
import type { JobParts } from '../job-parts.ts';
import { defineJob, type JobContext } from '../jobs/job.ts';
import { addEvent } from '../store/lead-record.ts';
import { applicantConfirmation } from './applicant.mail.tsx';
import { findApplication } from './store.ts';

/** Confirms to the applicant that the application arrived. */
export const applicantMail = defineJob({
  name: 'recruiting.applicant-mail',
  payload: v.object({ leadId: v.string() }),
  async run({ leadId }, context: JobContext<JobParts>) {
    const { store, settings, mailer } = context.parts;
    const application = await findApplication(store.db, leadId);
    if (application === undefined) return undefined;
    const siteUrl = settings.PUBLIC_URL;
    const envelope = { to: application.lead.email, replyTo: settings.HR_MAIL[0] };
    const outcome = await mailer.send(applicantConfirmation, { siteUrl, privacyUrl: `${siteUrl}/privacy` }, envelope, context);
    if (outcome === undefined) await addEvent(store.db, leadId, { at: context.now(), kind: 'confirmation sent' });
    return outcome;
  },
});
