import { createHash, randomBytes } from 'node:crypto';
import { callerFor } from '../../../contract/callers.ts';
import { REPORT_LANDING } from '../../../contract/forms/report.ts';
import type { LeadRow } from '../../store/schema.ts';
import type { Tx } from '../../store/store.ts';
import { aboutOf } from '../lead-request.ts';
import type { LeadSubjects } from '../lead-subjects.ts';
import {
  confirmedBy,
  findPending,
  insertVerification,
  markAnswered,
  markUsed,
  markVerified,
  pendingOf,
  type Pending,
} from './link-repository.ts';

export type LinkState =
  | { state: 'unknown' | 'superseded' | 'expired' | 'declined' }
  | { state: 'used'; landing: string }
  /** `requests` wait for the mailbox, newest first; `own` is the one that the link was sent for, where it is among them. */
  | { state: 'ask'; requests: readonly LeadRow[]; own: string | undefined };

export type LinkReader = { db: Tx; subjects: LeadSubjects };

export async function readLink(reader: LinkReader, token: string, now: number): Promise<LinkState> {
  const { db } = reader;
  const pending = TOKEN.test(token) ? await findPending(db, hashToken(token)) : undefined;
  if (pending === undefined) return { state: 'unknown' };
  const { verification, lead } = pending;
  if (verification.used_at !== null) return answered(reader, pending);
  const requests = await pendingOf(db, lead.email_key);
  const waits = lead.status === 'unverified' && lead.owner_answer !== 'declined';
  // Answered by another link; nothing has come since that the owner has not seen.
  if (!waits && requests.every((request) => request.owner_answer !== null)) return answered(reader, pending);
  if (verification.superseded_at !== null) return { state: 'superseded' };
  if (verification.expires_at <= now) return { state: 'expired' };
  // Many newer ones must not push it off the page.
  const listed = requests.some((request) => request.id === lead.id);
  return { state: 'ask', requests: waits && !listed ? [lead, ...requests] : requests, own: waits ? lead.id : undefined };
}

async function answered({ db, subjects }: LinkReader, pending: Pending): Promise<LinkState> {
  const { lead } = pending;
  if (lead.status === 'unverified' && lead.owner_answer === 'declined') return { state: 'declined' };
  const confirmed = lead.status === 'verified' ? lead : ((await confirmedBy(db, pending)) ?? lead);
  return { state: 'used', landing: await landingOf({ db, subjects }, confirmed) };
}

/** Where a confirmed visitor is led. A paper that is gone gets no page of thanks. */
async function landingOf({ db, subjects }: LinkReader, lead: Pick<LeadRow, 'kind' | 'caller' | 'about'>): Promise<string> {
  if (lead.kind === 'report') return REPORT_LANDING;
  const { landing, promise } = callerFor(lead.caller);
  const about = aboutOf(lead);
  if (promise !== 'paper' || (about && (await subjects.name(db, about)) !== undefined)) return landing;
  return callerFor('insights_cu').landing;
}

/** What somebody answered on a link's page: which of the requests that it showed are theirs. Nothing was shown where only one waits. */
export type OwnerAnswer = { shown: readonly string[]; picked: readonly string[]; none: boolean };

export type Confirmed = LinkState | { state: 'picks'; link: Extract<LinkState, { state: 'ask' }>; missing: boolean };

/**
 * Confirms what somebody picked of the requests behind a link; twice is the same as once.
 * @param onConfirmed stores what follows from the first confirmation of a request, in the same transaction
 */
export async function confirmLink(
  reader: LinkReader,
  { token, now, answer }: { token: string; now: number; answer: OwnerAnswer },
  onConfirmed: (lead: LeadRow) => Promise<void>,
): Promise<Confirmed> {
  const { db: tx } = reader;
  const link = await readLink(reader, token, now);
  if (link.state !== 'ask') return link;
  const { requests, own } = link;
  const alone = answer.shown.length === 0 && !answer.none;
  // Nobody confirms what no page has shown: one that came while the page was open is not.
  if (alone && (requests.length > 1 || own === undefined)) return { state: 'picks', link, missing: false };
  const shown = requests.filter((request) => answer.shown.includes(request.id) || (answer.shown.length === 0 && request.id === own));
  const picked = answer.none ? [] : shown.filter((request) => alone || answer.picked.includes(request.id));
  if (picked.length === 0 && !answer.none) return { state: 'picks', link, missing: true };
  if (!(await markUsed(tx, hashToken(token), now))) return readLink(reader, token, now);
  for (const request of picked) if (await markVerified(tx, request.id, now)) await onConfirmed(request);
  for (const request of shown) {
    if (!picked.includes(request)) await markAnswered(tx, request.id, answer.none ? 'declined' : 'unpicked', now);
  }
  return readLink(reader, token, now);
}

/** Makes a link for a request's mailbox: 256 random bits, of which only the hash is stored. */
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
