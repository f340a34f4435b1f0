import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../store/id.ts';
import type { Store, Tx } from '../store/store.ts';
import type { PreviewLinkRow } from '../store/tables/content-tables.ts';
import type { TextActor } from './text-drafts.ts';

/** @param of the draft: `words <id>` or `campaign <id>` @returns the token, which is stored nowhere */
export async function makePreviewLink(
  store: Store,
  of: string,
  days: number,
  actor: TextActor,
): Promise<{ token: string; expiresAt: number }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = actor.at + days * DAY;
  await store.begin(async (tx) => {
    const made = { id: newId(actor.at), draft: of, made_by: actor.account, made_at: actor.at, expires_at: expiresAt, revoked_at: null };
    await tx
      .insertInto('preview_links')
      .values({ ...made, token_hash: hashOf(token) })
      .execute();
    await actor.record(tx, { id: made.id, detail: { draft: of } });
  });
  return { token, expiresAt };
}

const DAY = 86_400_000;

/** The links of a draft that still work. */
export function listPreviewLinks(db: Tx, of: string, now: number): Promise<PreviewLinkRow[]> {
  return working(db, now).selectAll().where('draft', '=', of).orderBy('made_at', 'desc').limit(50).execute();
}

/** Links that are neither revoked nor expired; those made by an account that was revoked since no longer work. */
function working(db: Tx, now: number) {
  const links = db.selectFrom('preview_links').where('revoked_at', 'is', null).where('expires_at', '>', now);
  return links.where('made_by', 'in', (eb) => eb.selectFrom('staff_accounts').select('id').where('state', '!=', 'revoked'));
}

/** @returns false where there is no such link that works */
export function revokePreviewLink(store: Store, id: string, { at, record }: TextActor): Promise<boolean> {
  return store.begin(async (tx) => {
    const link = tx.updateTable('preview_links').set({ revoked_at: at }).where('id', '=', id).where('revoked_at', 'is', null);
    const { numUpdatedRows } = await link.executeTakeFirst();
    if (numUpdatedRows > 0n) await record(tx, { id, detail: {} });
    return numUpdatedRows > 0n;
  });
}

/** The draft that a link shows; undefined where there is no such link, or it no longer works. */
export async function draftOfPreview(db: Tx, token: string, now: number): Promise<{ draft: string; expiresAt: number } | undefined> {
  const row = await working(db, now).select(['draft', 'expires_at']).where('token_hash', '=', hashOf(token)).executeTakeFirst();
  return row && { draft: row.draft, expiresAt: row.expires_at };
}

/** 256 random bits cannot be guessed, so a plain hash of them is safe to store. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
