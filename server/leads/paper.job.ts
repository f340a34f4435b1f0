import * as v from 'valibot';
import { dataPaths } from '../../contract/portfolio.ts';
import type { JobServices } from '../job-services.ts';
import { defineJob, type JobContext } from '../jobs/job.ts';
import { addEvent } from './lead-repository.ts';
import { paperMail as mail } from './paper.mail.tsx';
import { answersOf, findLead, paperOf } from './store.ts';

/** Larger ones are refused by too many mailboxes; the mail's link has them as well. */
const ATTACHED_UP_TO = 8 * 1024 * 1024;

/** Sends the paper that a visitor asked for, once the address is verified. */
export const paperMail = defineJob({
  name: 'leads.paper-mail',
  payload: v.object({ leadId: v.string() }),
  async run({ leadId }, context: JobContext<JobServices>) {
    const { store, settings, mailer } = context.services;
    const lead = await findLead(store.db, leadId);
    if (lead === undefined) return undefined;
    const id = paperOf(lead.caller);
    const paper = await store.db.selectFrom('papers').select(['name', 'pdf', 'pdf_size']).where('id', '=', id).executeTakeFirst();
    if (paper === undefined) return { hold: `there is no paper '${id}'` };
    const { name = '', surname = '' } = answersOf(lead);
    const content = paper.pdf_size > ATTACHED_UP_TO ? undefined : Buffer.from(paper.pdf);
    const props = {
      name: `${name} ${surname}`.trim(),
      title: paper.name.replace(/\.pdf$/i, ''),
      paperUrl: settings.PUBLIC_URL + dataPaths.paperFile(`${id}.pdf`),
      attached: content !== undefined,
      siteUrl: settings.PUBLIC_URL,
    };
    const attachments = content && [{ filename: paper.name, contentType: 'application/pdf', content }];
    const outcome = await mailer.send(
      mail,
      props,
      { to: lead.email, replyTo: settings.STAFF_MAIL[0], ...(attachments && { attachments }) },
      context,
    );
    if (outcome === undefined) await addEvent(store.db, leadId, { at: context.now(), kind: 'paper sent', detail: { paper: id } });
    return outcome;
  },
});
