import { TALENT_POOL } from '../../../contract/forms/talent-pool-consent.ts';
import { newId } from '../../store/id.ts';
import type { WithdrawalRow } from '../../store/schema.ts';
import type { Tx } from '../../store/store.ts';
import { addEvent } from '../lead-repository.ts';
import { selectConsents, type ConsentRecord } from './consent-records.ts';

/** A consent that is not withdrawn, with the latest action on it. */
export type StandingConsent = Pick<ConsentRecord, 'lead_id' | 'action' | 'purpose' | 'text' | 'text_version' | 'at'> & { email: string };

/** The consents of a mailbox that are not withdrawn: one for each request and purpose, latest first. */
export async function standingConsents(db: Tx, mailbox: string): Promise<StandingConsent[]> {
  const rows = await selectConsents(db)
    .innerJoin('leads', 'leads.id', 'records.lead_id')
    .select(['lead_id', 'action', 'purpose', 'text', 'text_version', 'at', 'leads.email'])
    .where('leads.email_key', '=', mailbox)
    .orderBy('at', 'desc')
    .orderBy('records.id', 'desc')
    .execute();
  const seen = new Set<string>();
  return rows.filter(({ lead_id: lead, purpose, action }) => {
    const name = `${lead} ${purpose}`;
    if (seen.has(name)) return false;
    seen.add(name);
    return action !== 'withdrawn';
  });
}

/**
 * Records that a mailbox withdrew its consents to these purposes, with the text that it had agreed to. Earlier records stay as they are; repeating it adds
 * nothing.
 * @param page where it was withdrawn, or by what means
 * @returns how many consents were withdrawn
 */
export async function withdrawConsents(
  tx: Tx,
  mailbox: string,
  { purposes, page, at }: { purposes: readonly string[]; page: string; at: number },
): Promise<number> {
  const standing = (await standingConsents(tx, mailbox)).filter(({ purpose }) => purposes.includes(purpose));
  if (standing.length === 0) return 0;
  const rows = standing.map(({ lead_id, purpose, text, text_version }): WithdrawalRow => {
    return { id: newId(at), lead_id, purpose, text, text_version, page, at };
  });
  await tx.insertInto('withdrawals').values(rows).execute();
  const kept = standing.flatMap(({ lead_id: lead, purpose }) => (purpose === TALENT_POOL ? [lead] : []));
  if (kept.length > 0) await tx.updateTable('retention_consents').set({ pool_until: null }).where('lead_id', 'in', kept).execute();
  for (const { lead_id: lead, purpose } of standing) await addEvent(tx, lead, { at, kind: 'consent withdrawn', detail: { purpose } });
  return standing.length;
}
