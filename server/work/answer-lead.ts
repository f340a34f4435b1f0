import { enqueue } from '../queue/job-queue.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store, Tx } from '../store/store.ts';
import { answerJob } from './answers/answer.mail.tsx';
import { findLead, addEvent } from '../leads/lead-repository.ts';
import { changeWork, type WorkChange, type WorkOutcome } from './lead-work.ts';
import { mailRefusal } from './mail-refusal.ts';
import { freshLink } from '../leads/confirmation/verification.mail.tsx';
import { isConfirmedByLink } from '../leads/confirmation/waiting-requests.ts';

type DeskAnswer = {
  /** `own`: sent with the staff member's own mail program, and only recorded here. */
  way: 'ours' | 'own';
  subject: string;
  text: string;
  template?: string | undefined;
  /** Reply-To of the mail: `Name <address>`. */
  replyTo: string;
};

type AnswerOutcome = WorkOutcome | { outcome: 'not sent'; reason: string };

/** Records an answer with its text and enqueues its mail. A new lead becomes contacted; one without an owner is assigned to the account that answered. */
export async function answerLead(
  tx: Tx,
  { dialect, settings }: { dialect: Store['dialect']; settings: Settings },
  { way, subject, text, template, replyTo, ...change }: WorkChange & DeskAnswer,
): Promise<AnswerOutcome> {
  const lead = await findLead(tx, change.id);
  if (lead === undefined) return { outcome: 'unknown' };
  const reason = way === 'ours' ? await mailRefusal(tx, settings, lead) : undefined;
  if (reason !== undefined) return { outcome: 'not sent', reason };
  const { event, ...outcome } = await changeWork(tx, dialect, { ...change, section: 'lead', kind: 'answered' }, (before) => {
    const state = before.state === 'new' ? 'contacted' : before.state;
    const moved = state === before.state ? {} : { from: before.state, to: state };
    const detail = { subject, text, way, ...(template !== undefined && { template }), ...moved };
    return { after: { state, owner: before.owner ?? change.actor }, detail };
  });
  if (event !== undefined && way === 'ours') await enqueue(tx, answerJob, { leadId: lead.id, event, replyTo }, { now: change.at });
  return outcome;
}

/** All outcomes except 'asked' say why nothing is sent. */
type LinkOutcome = 'asked' | 'unknown' | 'verified' | 'needs no link' | 'suspected spam' | 'declined' | 'sample';

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
