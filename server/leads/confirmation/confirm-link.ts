import { createHash, randomBytes } from 'node:crypto';
import { callerFor } from '../../../contract/callers.ts';
import { REPORT_LANDING } from '../../../contract/forms/report.ts';
import type { LeadRow } from '../../store/schema.ts';
import type { Tx } from '../../store/store.ts';
import { aboutOf } from '../lead-request.ts';
import type { LeadSubjects } from '../lead-subjects.ts';
import { markAnswered, readWaiting, waitingAmong, type Listing, type WaitingRequests } from './waiting-requests.ts';
import { confirmedBy, findPending, insertVerification, markUsed, markVerified, type Pending } from './link-repository.ts';

export type LinkState =
  | { state: 'unknown' | 'superseded' | 'expired' | 'declined' }
  | { state: 'used'; landing: string }
  /** `waiting`: the mailbox's requests; `own`: the one that the link was sent for, if it still waits; `sentHere`: the one that this browser sent. */
  | { state: 'ask'; mailbox: string; waiting: WaitingRequests; own: string | undefined; sentHere: string | undefined; page: number };

/** How a link is viewed: which request this browser sent, and which page of the list it asks for. */
export type Look = Pick<Listing, 'sentHere' | 'page'>;

export type LinkReader = { db: Tx; subjects: LeadSubjects };

export async function readLink(
  reader: LinkReader,
  { token, now, look = {} }: { token: string; now: number; look?: Look },
): Promise<LinkState> {
  const { db } = reader;
  const pending = TOKEN.test(token) ? await findPending(db, hashToken(token)) : undefined;
  if (pending === undefined) return { state: 'unknown' };
  const { verification, lead } = pending;
  if (verification.used_at !== null) return answered(reader, pending);
  const waits = lead.status === 'unverified' && lead.owner_answer !== 'declined';
  const own = waits ? lead.id : undefined;
  const waiting = await readWaiting(db, lead.email_key, { ...look, own });
  // Answered through another link, and the owner has seen every request that came since.
  if (!waits && waiting.answered) return answered(reader, pending);
  if (verification.superseded_at !== null) return { state: 'superseded' };
  if (verification.expires_at <= now) return { state: 'expired' };
  return { state: 'ask', mailbox: lead.email_key, waiting, own, sentHere: look.sentHere, page: look.page ?? 0 };
}

async function answered({ db, subjects }: LinkReader, pending: Pending): Promise<LinkState> {
  const { lead } = pending;
  if (lead.status === 'unverified' && lead.owner_answer === 'declined') return { state: 'declined' };
  const confirmed = lead.status === 'verified' ? lead : ((await confirmedBy(db, pending)) ?? lead);
  return { state: 'used', landing: await landingOf({ db, subjects }, confirmed) };
}

/** The page that a confirmed visitor is redirected to. If the paper no longer exists, it is not the thank-you page of papers. */
async function landingOf({ db, subjects }: LinkReader, lead: Pick<LeadRow, 'kind' | 'caller' | 'about'>): Promise<string> {
  if (lead.kind === 'report') return REPORT_LANDING;
  const { landing, promise } = callerFor(lead.caller);
  const about = aboutOf(lead);
  if (promise !== 'paper' || (about && (await subjects.name(db, about)) !== undefined)) return landing;
  return callerFor('insights_cu').landing;
}

/** The owner's answer on a link's page: which of the shown requests are theirs. `shown` is empty where only one request waits. */
export type OwnerAnswer = { shown: readonly string[]; picked: readonly string[]; none: boolean };

export type Confirmed = LinkState | { state: 'picks'; link: Extract<LinkState, { state: 'ask' }>; missing: boolean };

/**
 * Confirms the requests that the owner picked; repeating it changes nothing.
 * @param onConfirmed stores what follows from the first confirmation of a request, in the same transaction
 */
export async function confirmLink(
  reader: LinkReader,
  { token, now, answer, look }: { token: string; now: number; answer: OwnerAnswer; look?: Look },
  onConfirmed: (lead: LeadRow) => Promise<void>,
): Promise<Confirmed> {
  const { db: tx } = reader;
  const link = await readLink(reader, { token, now, look });
  if (link.state !== 'ask') return link;
  const { mailbox, waiting, own } = link;
  const alone = answer.shown.length === 0 && !answer.none;
  // A request that came while the page was open is not confirmed, since the page did not show it.
  if (alone && (waiting.total > 1 || own === undefined)) return { state: 'picks', link, missing: false };
  const shown =
    answer.shown.length > 0 ? await waitingAmong(tx, mailbox, { ids: answer.shown, own }) : waiting.requests.filter(({ id }) => id === own);
  const picked = answer.none ? [] : shown.filter((request) => alone || answer.picked.includes(request.id));
  if (picked.length === 0 && !answer.none) return { state: 'picks', link, missing: true };
  if (!(await markUsed(tx, hashToken(token), now))) return readLink(reader, { token, now });
  for (const request of picked) if (await markVerified(tx, request.id, now)) await onConfirmed(request);
  const others = shown.filter((request) => !picked.includes(request));
  await markAnswered(tx, mailbox, { shown: others, answer: answer.none ? 'declined' : 'unpicked', at: now });
  return readLink(reader, { token, now });
}

/** Makes a link token for a request's mailbox: 256 random bits, of which only the hash is stored. */
export async function issueToken(
  tx: Tx,
  { lead, now, hours }: { lead: Pick<LeadRow, 'id' | 'email_key'>; now: number; hours: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertVerification(tx, { tokenHash: hashToken(token), lead, at: now, expiresAt: now + hours * 3_600_000 });
  return token;
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
