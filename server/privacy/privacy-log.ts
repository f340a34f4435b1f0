import { newId } from '../store/id.ts';
import type { PrivacyAction, PrivacyLogRow } from '../store/tables/privacy-tables.ts';
import type { Tx } from '../store/store.ts';
import { userInfo } from 'node:os';

/** Logs what was done with a person's data: who did it, when, and how many rows; nothing of the data itself. */
export async function logPrivacy(
  tx: Tx,
  { action, actor, at, counts }: { action: PrivacyAction; actor: string; at: number; counts: Readonly<Record<string, number>> },
): Promise<void> {
  await tx
    .insertInto('privacy_log')
    .values({ id: newId(at), at, action, actor, counts: JSON.stringify(counts) })
    .execute();
}

export async function listPrivacyLog(db: Tx): Promise<PrivacyLogRow[]> {
  return db.selectFrom('privacy_log').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').execute();
}

export async function lastOf(db: Tx, action: PrivacyAction): Promise<PrivacyLogRow | undefined> {
  return db.selectFrom('privacy_log').selectAll().where('action', '=', action).orderBy('at', 'desc').limit(1).executeTakeFirst();
}

/** The name of the person who runs a command: as given, otherwise the user name of the machine. */
export function userName(given: string | undefined): string {
  if (given !== undefined) return given;
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
