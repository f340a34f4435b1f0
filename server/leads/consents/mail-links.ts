import { createHmac, timingSafeEqual } from 'node:crypto';
import { apiPaths } from '../../../contract/api.ts';
import type { Settings } from '../../settings/settings.ts';
import type { LeadRow } from '../../store/schema.ts';
import { storedSecret } from '../../store/stored-secret.ts';
import type { Tx } from '../../store/store.ts';

export type LinkUse = 'unsubscribe' | 'newsletter' | 'talent-pool' | 'leave-talent-pool';

/** Works for as long as the request is there: whoever finds an old mail may unsubscribe by it. */
export async function unsubscribeLink(db: Tx, leadId: string, { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>): Promise<string> {
  return `${PUBLIC_URL}${apiPaths.unsubscribe}?token=${await unsubscribeToken(db, leadId)}`;
}

export function unsubscribeToken(db: Tx, leadId: string): Promise<string> {
  return tokenFor(db, 'unsubscribe', { leadId, until: 0 });
}

/** @param until milliseconds since the epoch */
export async function newsletterLink(
  db: Tx,
  { leadId, until }: { leadId: string; until: number },
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
): Promise<string> {
  return `${PUBLIC_URL}${apiPaths.newsletter}?token=${await tokenFor(db, 'newsletter', { leadId, until })}`;
}

/** Where somebody agrees that their application is kept, and where they withdraw it: both work for as long as the application is there. */
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
    agree: `${PUBLIC_URL}${apiPaths.talentPool}?token=${agree}`,
    leave: `${PUBLIC_URL}${apiPaths.leaveTalentPool}?token=${leave}`,
  };
}

/** What a link of a mail does once somebody presses its page's button, or a mail program does so by one click (RFC 8058). */
export type MailLink = {
  use: LinkUse;
  path: string;
  /** The pages before and after. */
  ask: string;
  done: string;
  /** The words that are agreed to, which the page before shows. */
  agreed?: (db: Tx, leadId: string) => Promise<string | undefined>;
  act: (tx: Tx, lead: LeadRow, at: number) => Promise<unknown>;
};

/** The request that a link's token is of; undefined where it is none of ours, of another use, or too old. */
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
