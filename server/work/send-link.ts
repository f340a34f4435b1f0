import { enqueue } from '../queue/job-queue.ts';
import type { Tx } from '../store/store.ts';
import { freshLink } from '../leads/confirmation/fresh-link.job.ts';
import { isConfirmedByLink } from '../leads/confirmation/waiting-requests.ts';
import { addEvent, findLead } from '../leads/lead-repository.ts';

/** All outcomes except 'asked' say why nothing is sent. */
export type LinkOutcome = 'asked' | 'unknown' | 'verified' | 'needs no link' | 'suspected spam' | 'declined' | 'sample';

/** Enqueues a fresh link to a lead's address. The limits of mails to one address apply, as for links that visitors ask for on the site. */
export async function sendFreshLink(tx: Tx, { id, actor, at }: { id: string; actor: string; at: number }): Promise<LinkOutcome> {
  const lead = await findLead(tx, id);
  if (lead === undefined) return 'unknown';
  if (lead.sample === 1) return 'sample';
  if (!isConfirmedByLink(lead)) return 'needs no link';
  if (lead.status === 'verified') return 'verified';
  if (lead.suspected_spam === 1) return 'suspected spam';
  if (lead.owner_answer === 'declined') return 'declined';
  await enqueue(tx, freshLink, { email: lead.email, at }, { now: at });
  await addEvent(tx, id, { at, kind: 'fresh link asked for', actor });
  return 'asked';
}
