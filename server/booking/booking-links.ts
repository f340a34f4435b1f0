import { MEETING_PATH } from '../../contract/meeting-page.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { JobServices } from '../mail/job-services.ts';
import type { Settings } from '../settings/settings.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';

import { bookingPlan } from './booking-plan.ts';

const DAY = 24 * 3_600_000;
/** Milliseconds for which a link works at least. A meeting's link works until a day after it, if that is later. */
const LONG = 30 * DAY;

export type LinkedLead = { state: 'unknown' | 'expired' } | { state: 'known'; lead: LeadRow };

/** Finds the lead that a link belongs to. Anybody who has the link may book, move and cancel until it expires. */
export async function readBookingLink(db: Tx, token: string, now: number): Promise<LinkedLead> {
  if (!TOKEN.test(token)) return { state: 'unknown' };
  const row = await db
    .selectFrom('booking_links')
    .innerJoin('leads', 'leads.id', 'booking_links.lead_id')
    .selectAll('leads')
    .select('booking_links.expires_at')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  if (row === undefined) return { state: 'unknown' };
  const { expires_at: expiresAt, ...lead } = row;
  return expiresAt <= now ? { state: 'expired' } : { state: 'known', lead };
}

/**
 * Makes a link for a lead: 256 random bits, of which only the hash is stored.
 * @param meeting time of a meeting (milliseconds since the epoch) that the link has to outlast
 * @param renews whether times that were chosen before no longer count against the limit (offer.ts)
 */
export async function bookingLink(
  tx: Tx,
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
  { leadId, now, meeting = now, renews }: { leadId: string; now: number; meeting?: number; renews?: true },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .insertInto('booking_links')
    .values({
      token_hash: hashOf(token),
      lead_id: leadId,
      created_at: now,
      expires_at: Math.max(now + LONG, meeting + DAY),
      renews: renews ? 1 : null,
    })
    .execute();
  return `${PUBLIC_URL}${MEETING_PATH}?token=${token}`;
}

/** The address at which a lead books a meeting; undefined when meetings are not booked on this site. */
export async function bookingAddress(lead: LeadRow, { store, settings }: JobServices, now: number): Promise<string | undefined> {
  if (bookingPlan(settings) === undefined) return undefined;
  return store.begin((tx) => bookingLink(tx, settings, { leadId: lead.id, now }));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
