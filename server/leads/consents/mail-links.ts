import { createHmac, timingSafeEqual } from 'node:crypto';
import { linkPaths } from '../../../contract/api.ts';
import type { Settings } from '../../settings/settings.ts';
import type { LeadRow } from '../../store/tables/lead-tables.ts';
import { storedSecret } from '../../store/stored-secret.ts';
import type { Tx } from '../../store/store.ts';

export type LinkUse = 'unsubscribe' | 'newsletter' | 'talent-pool' | 'leave-talent-pool';

/** Works as long as the request is stored, so that old mails can still be used to unsubscribe. */
export async function unsubscribeLink(db: Tx, leadId: string, { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): Promise<string> {
  return `${PUBLIC_URL}${linkPaths.unsubscribe}?token=${await unsubscribeToken(db, leadId)}`;
}

export function unsubscribeToken(db: Tx, leadId: string): Promise<string> {
  return tokenFor(db, 'unsubscribe', { leadId, until: 0 });
}

/** @param until when the link expires: milliseconds since the epoch */
export async function newsletterLink(
  db: Tx,
  { leadId, until }: { leadId: string; until: number },
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
): Promise<string> {
  return `${PUBLIC_URL}${linkPaths.newsletter}?token=${await tokenFor(db, 'newsletter', { leadId, until })}`;
}

/** The links by which an applicant agrees that their application is kept, and withdraws that. Both work as long as it is stored. */
export async function talentPoolLinks(
  db: Tx,
  leadId: string,
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
): Promise<{ agree: string; leave: string }> {
  const [agree, leave] = [
    await tokenFor(db, 'talent-pool', { leadId, until: 0 }),
    await tokenFor(db, 'leave-talent-pool', { leadId, until: 0 }),
  ];
  return {
    agree: `${PUBLIC_URL}${linkPaths.talentPool}?token=${agree}`,
    leave: `${PUBLIC_URL}${linkPaths.leaveTalentPool}?token=${leave}`,
  };
}

/** What a link in a mail does when the button on its page is pressed, or when a mail program uses it by one click (RFC 8058). */
export type MailLink = {
  use: LinkUse;
  path: string;
  /** Paths of the pages before and after the press. */
  ask: string;
  done: string;
  /** The text of the consent, which the page before the press shows. */
  agreed?: (db: Tx, leadId: string) => Promise<string | undefined>;
  act: (tx: Tx, lead: LeadRow, at: number) => Promise<unknown>;
};

/** The id of the lead that a link's token is for; undefined when the token is invalid, expired or for another use. */
export async function readMailLink(db: Tx, use: LinkUse, { token, now }: { token: string; now: number }): Promise<string | undefined> {
  const [, leadId, until, mac] = TOKEN.exec(token) ?? [];
  if (leadId === undefined || until === undefined || mac === undefined) return undefined;
  const expected = macOf(await storedSecret(db, SECRET), use, `${leadId}.${until}`);
  const [given, right] = [Buffer.from(mac, 'base64url'), Buffer.from(expected, 'base64url')];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const end = Number.parseInt(until, 36);
  return end === 0 || end > now ? leadId : undefined;
}

const TOKEN = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\da-z]{1,10})\.([\w-]{43})$/;
const SECRET = 'mail-links';

async function tokenFor(db: Tx, use: LinkUse, { leadId, until }: { leadId: string; until: number }): Promise<string> {
  const named = `${leadId}.${Math.trunc(until).toString(36)}`;
  return `${named}.${macOf(await storedSecret(db, SECRET), use, named)}`;
}

function macOf(secret: string, use: LinkUse, named: string): string {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`${use}:${named}`).digest('base64url');
}
