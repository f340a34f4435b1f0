import { TALENT_POOL, talentPoolConsent } from '../../contract/forms/talent-pool-consent.ts';
import { linkPaths } from '../../contract/api.ts';
import type { DeskApplicationPage } from '../../contract/desk/application-facts.ts';
import { addConsents, recordPoolAsked, setPoolUntil, withdrawConsents } from '../leads/consents/consent-records.ts';
import { addEvent } from '../leads/lead-repository.ts';
import type { ConsentRow, LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';
import type { MailLink } from '../leads/consents/mail-links.ts';

const DAY = 24 * 3_600_000;

/** Records that an applicant was asked for consent, with the text of the mail. An earlier consent stays in force. */
export async function recordAsked(tx: Tx, leadId: string, { days, at }: { days: number; at: number }): Promise<void> {
  const { text, version } = talentPoolConsent(days);
  await addConsents(tx, [{ lead_id: leadId, purpose: TALENT_POOL, action: 'asked', text, text_version: version, page: 'mail', at }]);
  await recordPoolAsked(tx, leadId, { days, at });
}

/** The text of the latest mail that asked the applicant for consent: today's setting and text may differ. */
async function askedWords(db: Tx, leadId: string): Promise<string | undefined> {
  return (await latestAsked(db, leadId))?.text;
}

/** Records that the applicant agreed: the application is kept for as many days as the latest mail said, from now on. Repeating it extends the period. */
async function agreeToPool(tx: Tx, { id }: Pick<LeadRow, 'id'>, at: number): Promise<void> {
  const asked = await tx.selectFrom('retention_consents').selectAll().where('lead_id', '=', id).executeTakeFirst();
  const words = await latestAsked(tx, id);
  if (asked === undefined || words === undefined) return;
  const until = at + asked.days * DAY;
  // A second press within a minute is not another consent.
  if (asked.pool_until !== null && until - asked.pool_until < 60_000) return;
  await addConsents(tx, [{ ...words, lead_id: id, purpose: TALENT_POOL, action: 'confirmed', page: linkPaths.talentPool, at }]);
  await setPoolUntil(tx, [id], until);
  await addEvent(tx, id, { at, kind: 'agreed to be kept', detail: { until } });
}

/** Withdraws the consent for all applications of the mailbox: their normal periods of retention apply again. */
async function leavePool(tx: Tx, lead: LeadRow, at: number): Promise<void> {
  await withdrawConsents(tx, lead.email_key, { purposes: [TALENT_POOL], page: linkPaths.leaveTalentPool, at });
}

export async function readPool(db: Tx, id: string, now: number): Promise<DeskApplicationPage['pool']> {
  const row = await db.selectFrom('retention_consents').select(['pool_until', 'asked_at']).where('lead_id', '=', id).executeTakeFirst();
  if (row === undefined) return { state: 'not asked', until: null };
  const { pool_until: until, asked_at: asked } = row;
  if (until !== null) return until > now ? { state: 'agreed', until } : { state: 'over', until: null };
  const withdrawn = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('lead_id', '=', id)
    .where('purpose', '=', TALENT_POOL)
    .where('at', '>=', asked)
    .executeTakeFirst();
  return { state: withdrawn === undefined ? 'asked' : 'withdrawn', until: null };
}

type Words = Pick<ConsentRow, 'text' | 'text_version'>;

async function latestAsked(db: Tx, leadId: string): Promise<Words | undefined> {
  return db
    .selectFrom('consents')
    .select(['text', 'text_version'])
    .where('lead_id', '=', leadId)
    .where('purpose', '=', TALENT_POOL)
    .where('action', '=', 'asked')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The links in the mail that asks whether an application may be kept. */
export const poolMailLinks: readonly MailLink[] = [
  {
    use: 'talent-pool',
    path: linkPaths.talentPool,
    ask: '/verify/talent-pool',
    done: '/verify/talent-pool-joined',
    agreed: askedWords,
    act: agreeToPool,
  },
  {
    use: 'leave-talent-pool',
    path: linkPaths.leaveTalentPool,
    ask: '/verify/talent-pool-leave',
    done: '/verify/talent-pool-left',
    act: leavePool,
  },
];
