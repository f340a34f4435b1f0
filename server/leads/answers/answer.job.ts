import * as v from 'valibot';
import type { JobServices } from '../../job-services.ts';
import { defineJob, type JobContext } from '../../jobs/job.ts';
import { addEvent, findLead } from '../lead-repository.ts';
import { answerMail } from './answer.mail.tsx';

const answer = v.object({ subject: v.string(), text: v.string() });

/** Mails the answer that an entry of a lead's history has; a reply goes to whoever wrote it. */
export const answerJob = defineJob({
  name: 'leads.answer',
  payload: v.object({ leadId: v.string(), event: v.string(), replyTo: v.string() }),
  run: async ({ leadId, event, replyTo }, context: JobContext<JobServices>) => {
    const { store, mailer } = context.services;
    const lead = await findLead(store.db, leadId);
    const entry = await store.db.selectFrom('lead_events').select('detail').where('id', '=', event).executeTakeFirst();
    if (lead === undefined || entry === undefined) return undefined;
    const outcome = await mailer.send(answerMail, v.parse(answer, JSON.parse(entry.detail)), { to: lead.email, replyTo }, context);
    const isHeld = outcome !== undefined && 'held' in outcome;
    if (outcome === undefined || isHeld)
      await addEvent(store.db, leadId, { at: context.now(), kind: isHeld ? 'answer held back' : 'answer mailed' });
    return outcome;
  },
});
