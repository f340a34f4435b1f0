import * as v from 'valibot';
import type { Answers } from '../../contract/forms/form.ts';
import type { JobParts } from '../job-parts.ts';
import { defineJob, type JobContext } from '../jobs/job.ts';
import { addEvent } from '../store/lead-record.ts';
import { messageNoticeMail } from './notice.mail.tsx';

/** Passes a message on to staff, whose reply goes to its sender. */
export const messageNotice = defineJob({
  name: 'messages.notice',
  payload: v.object({ leadId: v.string() }),
  async run({ leadId }, context: JobContext<JobParts>) {
    const { store, settings, mailer } = context.parts;
    const lead = await store.db.selectFrom('leads').selectAll().where('id', '=', leadId).where('kind', '=', 'message').executeTakeFirst();
    if (lead === undefined) return undefined;
    const { name = '', subject = '', message = '' } = JSON.parse(lead.answers) as Answers;
    const envelope = { to: settings.STAFF_MAIL, replyTo: lead.email };
    const outcome = await mailer.send(messageNoticeMail, { id: lead.id, name, email: lead.email, subject, message }, envelope, context);
    if (outcome === undefined) await addEvent(store.db, leadId, { at: context.now(), kind: 'staff notified' });
    return outcome;
  },
});
