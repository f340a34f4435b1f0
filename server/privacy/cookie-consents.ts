import { agreedWords, cookieCategories, type OptionalCategory } from '../../contract/cookie-words.ts';
import { CONSENT_REVISION } from '../../contract/cookie-consent.ts';
import { recordRemoval } from '../leads/consents/consent-chain.ts';
import type { Settings } from '../settings/settings.ts';
import { newId } from '../store/id.ts';
import type { CookieConsentRow } from '../store/tables/privacy-tables.ts';
import type { Store, Tx } from '../store/store.ts';

/** A visitor's choice. `banner`: made in the banner, not in the dialog. `page`: a path. */
export type ChosenCookies = { id: string; categories: readonly string[]; revision: number; page: string; banner: boolean };

/** Milliseconds within which the same choice is not recorded again. */
const REPEATED = 24 * 3_600_000;

/**
 * Records the consents that a choice gives, and those given before that it withdraws. A choice that does neither is not stored.
 * @returns the rows that were added
 */
export async function recordCookieChoice(
  tx: Tx,
  choice: ChosenCookies,
  { settings, at }: { settings: Pick<Settings, 'GTM_ID' | 'MARKETING_URL'>; at: number },
): Promise<CookieConsentRow[]> {
  const { id: choiceId, page } = choice;
  const before = await standing(tx, choiceId);
  const rows = optional.flatMap((purpose): CookieConsentRow[] => {
    const known = before.get(purpose);
    const shared = { id: newId(at), choice_id: choiceId, purpose, page, at };
    if (!choice.categories.includes(purpose))
      return known === undefined ? [] : [{ ...shared, action: 'withdrawn', text: known.text, text_version: known.text_version }];
    const given: CookieConsentRow = {
      ...shared,
      action: 'given',
      text: wordsOf(purpose, choice, settings),
      text_version: String(choice.revision),
    };
    const isRepeated = known?.text === given.text && known.text_version === given.text_version && at - known.at < REPEATED;
    return isRepeated ? [] : [given];
  });
  if (rows.length > 0) await tx.insertInto('cookie_consents').values(rows).execute();
  return rows;
}

export async function recordsOfChoice(db: Tx, choiceId: string): Promise<CookieConsentRow[]> {
  return db
    .selectFrom('cookie_consents')
    .selectAll()
    .where('choice_id', '=', choiceId.toLowerCase())
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Removes records older than a time, for retention. The consent chain records the removal. */
export async function removeCookieConsents({ store, now }: { store: Store; now: () => number }, before: number): Promise<number> {
  for (let removed = 0; ;) {
    const count = await store.begin(async (tx) => {
      const some = await tx.selectFrom('cookie_consents').select('id').where('at', '<', before).limit(BATCH).execute();
      const ids = some.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await recordRemoval(tx, store.dialect, { ids, at: now() });
      await tx.deleteFrom('cookie_consents').where('id', 'in', ids).execute();
      return ids.length;
    });
    removed += count;
    if (count < BATCH) return removed;
  }
}

const BATCH = 500;

const optional: readonly OptionalCategory[] = cookieCategories.flatMap(({ key }) => (key === 'necessary' ? [] : [key]));

async function standing(tx: Tx, choiceId: string): Promise<Map<OptionalCategory, CookieConsentRow>> {
  const latest = new Map<OptionalCategory, CookieConsentRow>();
  for (const row of (await recordsOfChoice(tx, choiceId)).toReversed()) {
    if (row.action === 'given') latest.set(row.purpose, row);
    else latest.delete(row.purpose);
  }
  return latest;
}

/** The text that was agreed to. A page of another build may have had another text, which this server does not know. */
function wordsOf(
  purpose: OptionalCategory,
  { revision, banner }: ChosenCookies,
  { GTM_ID, MARKETING_URL }: Pick<Settings, 'GTM_ID' | 'MARKETING_URL'>,
): string {
  if (revision !== CONSENT_REVISION) return `(the words of revision ${revision}, which this server did not have)`;
  return agreedWords(purpose, { banner, tags: GTM_ID !== undefined, marketing: MARKETING_URL !== undefined });
}
