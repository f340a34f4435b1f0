import * as v from 'valibot';
import type { JobParts } from '../job-parts.ts';
import { defineJob, PermanentFailure, type JobContext, type Outcome } from '../jobs/job.ts';
import { addEvent } from '../store/lead-record.ts';
import type { LeadRow } from '../store/schema.ts';
import { findLead, isConfirmedByLink, supersedeLinks } from './store.ts';
import { verification } from './verification.mail.tsx';
import { issueToken } from './verify.ts';

/** Sends the link that confirms a lead's address. */
export const verificationMail = defineJob({
  name: 'leads.verification-mail',
  payload: v.object({ leadId: v.string() }),
  async run({ leadId }, context: JobContext<JobParts>) {
    const lead = await findLead(context.parts.store.db, leadId);
    return lead && sendLink(lead, context);
  },
});

/**
 * Sends a lead's link, made for this attempt: tokens are stored as hashes only, so no payload can carry one.
 * @param supersede links from before this time stop working, once the new one has left: one that cannot leave replaces nothing
 */
export async function sendLink(lead: LeadRow, context: JobContext<JobParts>, supersede?: number): Promise<Outcome> {
  if (lead.status === 'verified' || !isConfirmedByLink(lead)) return undefined;
  const { store, settings, mailer } = context.parts;
  const now = context.now();
  const hours = settings.LINK_HOURS;
  const token = await store.begin((tx) => issueToken(tx, { leadId: lead.id, now, hours }));
  const link = `${settings.PUBLIC_URL}/verify?token=${token}`;
  try {
    const outcome = await mailer.send(verification, { link, hours }, { to: lead.email }, context);
    if (outcome === undefined) {
      await store.begin(async (tx) => {
        await addEvent(tx, lead.id, { at: now, kind: 'verification mail sent' });
        if (supersede !== undefined) await supersedeLinks(tx, { leadId: lead.id, before: supersede, at: now });
      });
    } else if ('hold' in outcome)
      await addEvent(store.db, lead.id, { at: now, kind: 'verification mail held back', detail: { reason: outcome.hold } });
    return outcome;
  } catch (error) {
    if (error instanceof PermanentFailure) await addEvent(store.db, lead.id, { at: now, kind: 'verification mail refused' });
    throw error;
  }
}
