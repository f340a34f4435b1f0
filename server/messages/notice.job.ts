import * as v from 'valibot';
import type { Answers } from '../../contract/forms/form.ts';
import type { JobServices } from '../job-services.ts';
import { defineJob, type JobContext } from '../jobs/job.ts';
import { sendNotice, type Notice } from '../mail/notice.ts';
import { messageNoticeMail } from './notice.mail.tsx';

/** Passes a message on to staff, whose reply goes to its sender. */
export const messageNotice = defineJob({
  name: 'messages.notice',
  payload: v.object({ leadId: v.string() }),
  run: ({ leadId }, context: JobContext<JobServices>) => sendNotice(notice, leadId, context),
});

const notice: Notice<{ id: string; name: string; email: string; subject: string; message: string }> = {
  kind: 'message',
  mail: messageNoticeMail,
  to: (settings) => settings.STAFF_MAIL,
  read: async (db, leadId) => {
    const lead = await db.selectFrom('leads').selectAll().where('id', '=', leadId).where('kind', '=', 'message').executeTakeFirst();
    if (lead === undefined) return undefined;
    const { name = '', subject = '', message = '' } = JSON.parse(lead.answers) as Answers;
    return { props: { id: lead.id, name, email: lead.email, subject, message }, email: lead.email };
  },
  entry: ({ id, name, subject, message }) => ({
    heading: `${name}: ${subject}`,
    rows: [['Message', message]],
    command: `npm run leads -- show ${id}`,
  }),
  title: (count) => `${count} messages from the contact page`,
  event: 'staff notified',
};
