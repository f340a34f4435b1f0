import { groupRead } from '../../store/group-commit.ts';
import { createHash, randomBytes } from 'node:crypto';
import { linkEnd } from '../../../contract/callers.ts';
import { REPORT_LANDING } from '../../../contract/forms/report.ts';
import { insertRows, rowsFor } from '../../store/insert-rows.ts';
import type { LeadRow, VerificationRow } from '../../store/tables/lead-tables.ts';
import type { Tx } from '../../store/store.ts';
import { aboutOf } from '../lead-columns.ts';
import type { LeadTopics } from '../lead-context.ts';
import { CONFIRMED_BY_LINK, markAnswered, readWaiting, waitingAmong, type Listing, type WaitingRequests } from './waiting-requests.ts';
import type { Insertable, Selectable } from 'kysely';
import { NEWSLETTER } from '../../../contract/forms/form.ts';
import { addConsents } from '../consents/consent-records.ts';
import { addEvent, findLead } from '../lead-repository.ts';

export type LinkState =
  | { state: 'unknown' | 'superseded' | 'expired' | 'declined' }
  | { state: 'used'; landing: string; lead: LeadRow }
  /** `waiting`: the mailbox's requests; `linked`: the one that the link was sent for, if it still waits; `sentHere`: the one that this browser sent. */
  | { state: 'ask'; mailbox: string; waiting: WaitingRequests; linked: string | undefined; sentHere: string | undefined; page: number };

/** How a link is viewed: which request this browser sent, and which page of the list it asks for. */
export type Look = Pick<Listing, 'sentHere' | 'page'>;

type LinkReader = { db: Tx; topics: LeadTopics };

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
  const linked = waits ? lead.id : undefined;
  const waiting = await readWaiting(db, lead.email_key, { ...look, linked });
  // Answered through another link, and the owner has seen every request that came since.
  if (!waits && waiting.answered) return answered(reader, pending);
  if (verification.superseded_at !== null) return { state: 'superseded' };
  if (verification.expires_at <= now) return { state: 'expired' };
  return { state: 'ask', mailbox: lead.email_key, waiting, linked, sentHere: look.sentHere, page: look.page ?? 0 };
}

async function answered({ db, topics }: LinkReader, pending: Pending): Promise<LinkState> {
  const { lead } = pending;
  if (lead.status === 'unverified' && lead.owner_answer === 'declined') return { state: 'declined' };
  const confirmed = lead.status === 'verified' ? lead : ((await confirmedBy(db, pending)) ?? lead);
  return { state: 'used', landing: await landingOf({ db, topics }, confirmed), lead: confirmed };
}

/** The page that a confirmed visitor is redirected to. If the paper no longer exists, it is not the thank-you page of papers. */
async function landingOf({ db, topics }: LinkReader, lead: Pick<LeadRow, 'kind' | 'caller' | 'about'>): Promise<string> {
  if (lead.kind === 'report') return REPORT_LANDING;
  const { landing, promise } = linkEnd(lead.caller);
  const about = aboutOf(lead);
  if (promise !== 'paper' || (about && (await topics.name(db, about)) !== undefined)) return landing;
  return linkEnd('insights_cu').landing;
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
  const { mailbox, waiting, linked } = link;
  const alone = answer.shown.length === 0 && !answer.none;
  // A request that came while the page was open is not confirmed, since the page did not show it.
  if (alone && (waiting.total > 1 || linked === undefined)) return { state: 'picks', link, missing: false };
  const shown =
    answer.shown.length > 0
      ? await waitingAmong(tx, mailbox, { ids: answer.shown, linked })
      : waiting.requests.filter(({ id }) => id === linked);
  const picked = answer.none ? [] : shown.filter((request) => alone || answer.picked.includes(request.id));
  if (picked.length === 0 && !answer.none) return { state: 'picks', link, missing: true };
  if (!(await markUsed(tx, hashToken(token), now))) return readLink(reader, { token, now });
  for (const request of picked) if (await markVerified(tx, request.id, now)) await onConfirmed(request);
  const others = shown.filter((request) => !picked.includes(request));
  await markAnswered(tx, mailbox, { shown: others, answer: answer.none ? 'declined' : 'unpicked', at: now });
  return readLink(reader, { token, now });
}

type Linked = { lead: Pick<LeadRow, 'id' | 'email_key'>; now: number; hours: number };

/** Makes a link token for a request's mailbox: 256 random bits, of which only the hash is stored. It works once its row is stored. */
export function makeToken({ lead, now, hours }: Linked): { token: string; row: Insertable<VerificationRow> } {
  const token = randomBytes(32).toString('base64url');
  const times = { created_at: now, expires_at: now + hours * 3_600_000, used_at: null, superseded_at: null, sent_at: null };
  return { token, row: { token_hash: hashToken(token), lead_id: lead.id, address_key: lead.email_key, ...times } };
}

export async function insertTokens(tx: Tx, rows: readonly Insertable<VerificationRow>[]): Promise<void> {
  await insertRows(tx, [rowsFor('verifications', rows)]);
}

export async function issueToken(tx: Tx, linked: Linked): Promise<string> {
  const { token, row } = makeToken(linked);
  await insertTokens(tx, [row]);
  return token;
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

type Pending = { verification: Selectable<VerificationRow>; lead: Selectable<LeadRow> };

export async function findPending(db: Tx, tokenHash: string): Promise<Pending | undefined> {
  const verification = await db.selectFrom('verifications').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
  if (verification === undefined) return undefined;
  const lead = await findLead(db, verification.lead_id);
  return lead && { verification, lead };
}

async function confirmedBy(db: Tx, { lead, verification }: Pending): Promise<Selectable<LeadRow> | undefined> {
  return db
    .selectFrom('leads')
    .selectAll()
    .where('email_key', '=', lead.email_key)
    .where('verified_at', '=', verification.used_at)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether a link that still works was sent to a mailbox since a time (ms). Its page shows all waiting requests, whenever they came. */
export const hasLinkSince = groupRead(async (db, asked: readonly { key: string; since: number; now: number }[]): Promise<boolean[]> => {
  const links = await db
    .selectFrom('verifications')
    .select(['address_key', 'sent_at', 'expires_at'])
    .where(
      'address_key',
      'in',
      asked.map(({ key }) => key),
    )
    .where('sent_at', '>=', Math.min(...asked.map(({ since }) => since)))
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .execute();
  return asked.map(({ key, since, now }) =>
    links.some((link) => link.address_key === key && (link.sent_at ?? 0) >= since && link.expires_at > now),
  );
});

/** Invalidates the links of a mailbox from before a time (ms): a newer one was sent. */
export async function supersedeLinks(tx: Tx, { key, before, at }: { key: string; before: number; at: number }): Promise<void> {
  await tx
    .updateTable('verifications')
    .set({ superseded_at: at })
    .where('address_key', '=', key)
    .where('created_at', '<', before)
    .where('superseded_at', 'is', null)
    .execute();
}

/**
 * Detaches a lead whose address was changed from the links that went to its former address: each then serves another unverified request of that
 * mailbox, or stops working.
 */
export async function moveLinks(tx: Tx, { id, email_key: key }: Pick<LeadRow, 'id' | 'email_key'>, at: number): Promise<void> {
  const links = tx.updateTable('verifications').where('lead_id', '=', id).where('address_key', '=', key);
  const other = await tx
    .selectFrom('leads')
    .select('id')
    .where('email_key', '=', key)
    .where('status', '=', 'unverified')
    .where('kind', 'in', CONFIRMED_BY_LINK)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) await links.set({ lead_id: other.id }).execute();
  else await links.set({ superseded_at: at, expires_at: at }).execute();
}

export async function markSent(tx: Tx, tokenHashes: readonly string[], at: number): Promise<void> {
  await tx.updateTable('verifications').set({ sent_at: at }).where('token_hash', 'in', tokenHashes).execute();
}

/** Marks a link as used. @returns false when it was used before */
async function markUsed(tx: Tx, tokenHash: string, at: number): Promise<boolean> {
  const used = await tx
    .updateTable('verifications')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

/** Marks a request as verified. @returns false when it was verified before */
export async function markVerified(tx: Tx, leadId: string, at: number): Promise<boolean> {
  const verified = await tx
    .updateTable('leads')
    .set({ status: 'verified', verified_at: at, owner_answer: null })
    .where('id', '=', leadId)
    .where('status', '=', 'unverified')
    .executeTakeFirst();
  if (verified.numUpdatedRows === 0n) return false;
  await confirmConsents(tx, leadId, at);
  await addEvent(tx, leadId, { at, kind: 'verified' });
  return true;
}

async function confirmConsents(tx: Tx, leadId: string, at: number): Promise<void> {
  const all = await tx.selectFrom('consents').selectAll().where('lead_id', '=', leadId).where('action', '=', 'asked').execute();
  const asked = all.filter((consent) => consent.purpose !== NEWSLETTER);
  await addConsents(
    tx,
    asked.map((consent) => ({ ...consent, action: 'confirmed', at })),
  );
}
