import type { LeadContext } from './lead-context.ts';
import { firstAnswer, type HttpAnswer } from '../http/idempotency.ts';
import { observations } from '../kernel/observations.ts';
import type { FileRow } from '../store/schema.ts';
import type { Load } from '../store/shares/pots.ts';
import { leadJobRows } from './lead-job.ts';
import type { NewLead } from './lead-repository.ts';
import { received } from './parse-submission.ts';

export type SubmitContext = Pick<LeadContext, 'store' | 'leadWriter' | 'leadJobs' | 'settings' | 'wake'>;

/**
 * Stores a lead with the jobs that follow from it, unless its Idempotency-Key is known. The caller sends the answer, which is right only once this has
 * returned, when the lead is committed.
 */
export async function submitLead(
  context: SubmitContext,
  { load, ...lead }: NewLead & { load?: Load },
  file?: FileRow,
): Promise<{ stored: boolean; answer: HttpAnswer }> {
  const purposes = lead.form.consents.map((consent) => consent.purpose);
  const jobs = lead.spamReason === undefined ? leadJobRows(context, 'received', { lead: { ...lead, purposes }, now: lead.at, load }) : [];
  if (await context.leadWriter.add({ lead, jobs, ...(file && { file }) })) {
    context.wake();
    observations.lead.tell({ form: lead.form.type, outcome: lead.spamReason === undefined ? 'stored' : 'suspected spam' });
    return { stored: true, answer: created(lead.id) };
  }
  // The same key came twice at once: the other request's lead is stored by now.
  const answer = lead.key && (await firstAnswer(context.store.db, lead.key));
  if (answer === undefined) throw new Error('a key is taken, and its answer is not there');
  observations.lead.tell({ form: lead.form.type, outcome: 'repeated' });
  return { stored: false, answer };
}

function created(id: string): HttpAnswer {
  return { status: 201, received: id, send: (reply) => reply.code(201).header('cache-control', 'no-store').send(received(id)) };
}
