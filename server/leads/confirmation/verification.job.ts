import type { JobServices } from '../../mail/job-services.ts';
import { PermanentFailure, type JobContext, type JobOutcome } from '../../queue/job.ts';
import { exactKey } from '../../kernel/address.ts';
import { defineLeadJob } from '../lead-job.ts';
import { addEvent, findLead } from '../lead-repository.ts';
import { requestOf } from '../lead-request.ts';
import type { LeadRow } from '../../store/schema.ts';
import type { Tx } from '../../store/store.ts';
import { hasLinkSince, markSent, supersedeLinks } from './link-repository.ts';
import { verification } from './verification.mail.tsx';
import { hashToken, issueToken } from './confirm-link.ts';
import { addressesOf, isConfirmedByLink } from './waiting-requests.ts';

/** Sends the link that confirms a request's address, unless a link was sent since the request: that link's page shows it, too. */
export const verificationMail = defineLeadJob({
  name: 'leads.verification-mail',
  when: { after: 'received', of: isConfirmedByLink },
  beyondShare: 'waits',
  async run(leadId, context) {
    const { db } = context.services.store;
    const lead = await findLead(db, leadId);
    if (lead === undefined || lead.status === 'verified' || lead.owner_answer !== null || !isConfirmedByLink(lead)) return undefined;
    const now = context.now();
    if (context.released !== true && (await hasLinkSince(db, { key: lead.email_key, since: lead.created_at, now }))) {
      await addEvent(db, leadId, { at: now, kind: 'served by the verification mail of another request' });
      return undefined;
    }
    return sendLink(lead, context, { gap: GAP });
  },
});

/** Minimum milliseconds between two links to one mailbox: the second serves all requests that came in between. */
const GAP = 60_000;

type How = {
  gap?: number;
  /** Links from before this time (ms) stop working once the new one is sent; while it cannot be sent, they stay valid. */
  supersede?: number;
};

/** Sends a link for a mailbox. Its token is made for this attempt: tokens are stored only as hashes, so no job's payload may have one. */
export async function sendLink(lead: LeadRow, context: JobContext<JobServices>, { gap, supersede }: How): Promise<JobOutcome> {
  const { store, settings, mailer } = context.services;
  const hours = settings.LINK_HOURS;
  const now = context.now();
  let token = '';
  const props = async () => {
    token = await store.begin((tx) => issueToken(tx, { lead, now, hours }));
    return { link: `${settings.PUBLIC_URL}/verify?token=${token}`, hours, asked: requestOf(lead) };
  };
  const envelope = { to: await recipientOf(store.db, lead), ...(gap !== undefined && { gap }) };
  try {
    const outcome = await mailer.send(verification, props, envelope, context);
    if (outcome === undefined) {
      await store.begin(async (tx) => {
        await markSent(tx, hashToken(token), now);
        await addEvent(tx, lead.id, { at: now, kind: 'verification mail sent' });
        if (supersede !== undefined) await supersedeLinks(tx, { key: lead.email_key, before: supersede, at: now });
      });
    } else if ('held' in outcome)
      await addEvent(store.db, lead.id, { at: now, kind: 'verification mail held back', detail: { reason: outcome.held } });
    return outcome;
  } catch (error) {
    if (error instanceof PermanentFailure) await addEvent(store.db, lead.id, { at: now, kind: 'verification mail refused' });
    throw error;
  }
}

/** The mailbox's plain address where one of its requests gave it: an address with a tag (name+tag@) may not exist. */
async function recipientOf(db: Tx, lead: LeadRow): Promise<string> {
  if (exactKey(lead.email) === lead.email_key) return lead.email;
  const addresses = await addressesOf(db, lead.email_key);
  return addresses.find((address) => exactKey(address) === lead.email_key) ?? lead.email;
}
