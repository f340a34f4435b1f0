import * as v from 'valibot';
import type { JobServices } from '../job-services.ts';
import { defineJob, type JobContext } from '../jobs/job.ts';
import { addEvent } from './lead-repository.ts';
import { meeting } from './meeting.mail.tsx';
import { answersOf, findLead } from './store.ts';

/** Sends the mail to schedule a meeting, once the address is verified. */
export const meetingMail = defineJob({
  name: 'leads.meeting-mail',
  payload: v.object({ leadId: v.string() }),
  async run({ leadId }, context: JobContext<JobServices>) {
    const { store, settings, mailer } = context.services;
    const lead = await findLead(store.db, leadId);
    if (lead === undefined) return undefined;
    const { name = '', surname = '' } = answersOf(lead);
    const props = { name: `${name} ${surname}`.trim(), meetingUrl: settings.MEETING_URL, siteUrl: settings.PUBLIC_URL };
    const outcome = await mailer.send(meeting, props, { to: lead.email, replyTo: settings.STAFF_MAIL[0] }, context);
    if (outcome === undefined) await addEvent(store.db, leadId, { at: context.now(), kind: 'meeting mail sent' });
    return outcome;
  },
});
