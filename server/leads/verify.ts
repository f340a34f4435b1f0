import { createHash, randomBytes } from 'node:crypto';
import { callerFor } from '../../contract/callers.ts';
import { REPORT_LANDING } from '../../contract/forms/report.ts';
import type { LeadRow } from '../store/schema.ts';
import type { Tx } from '../store/store.ts';
import { findPending, hasPaper, insertVerification, markVerified, paperOf, type Pending } from './store.ts';

export type LinkState = 'ask' | 'used' | 'expired' | 'superseded' | 'unknown';

/** What a link of a mail is worth now. Reading it changes nothing. */
export type Link = { state: 'unknown' } | { state: Exclude<LinkState, 'unknown'>; landing: string; pending: Pending };

/** The state of a token. */
export async function readLink(db: Tx, token: string, now: number): Promise<Link> {
  if (!TOKEN.test(token)) return { state: 'unknown' };
  const pending = await findPending(db, hashToken(token));
  if (pending === undefined) return { state: 'unknown' };
  const { verification, lead } = pending;
  const landing = await landingOf(db, lead);
  const known = { landing, pending };
  if (verification.used_at !== null || lead.status === 'verified') return { state: 'used', ...known };
  if (verification.superseded_at !== null) return { state: 'superseded', ...known };
  if (verification.expires_at <= now) return { state: 'expired', ...known };
  return { state: 'ask', ...known };
}

/** Where a confirmed visitor goes. Nobody is thanked for a paper that there is none of. */
async function landingOf(db: Tx, { kind, caller }: Pick<LeadRow, 'kind' | 'caller'>): Promise<string> {
  if (kind === 'report') return REPORT_LANDING;
  const { landing, promise } = callerFor(caller);
  if (promise !== 'paper' || (await hasPaper(db, paperOf(caller)))) return landing;
  return callerFor('insights_cu').landing;
}

/**
 * Confirms the address behind a token; twice is the same as once.
 * @param follow stores what follows from the first confirmation, in the same transaction
 */
export async function confirmLink(tx: Tx, token: string, now: number, follow: (pending: Pending) => Promise<void>): Promise<Link> {
  const link = await readLink(tx, token, now);
  if (link.state !== 'ask') return link;
  if (await markVerified(tx, link.pending, now)) await follow(link.pending);
  return { ...link, state: 'used' };
}

/** Makes a link for a lead: 256 random bits, of which only the hash is stored. */
export async function issueToken(tx: Tx, options: { leadId: string; now: number; hours: number }): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertVerification(tx, {
    tokenHash: hashToken(token),
    leadId: options.leadId,
    at: options.now,
    expiresAt: options.now + options.hours * 3_600_000,
  });
  return token;
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
