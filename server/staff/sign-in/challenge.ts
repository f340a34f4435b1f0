import type { FastifyRequest } from 'fastify';
import type { StaffSignInRow } from '../../store/tables/staff-tables.ts';
import type { DeskContext } from '../desk-context.ts';
import { cookieName, readCookie } from './cookies.ts';
import { findBegun, markSignInUsed } from './sign-ins.ts';

type Asked = { kind: StaffSignInRow['kind']; accountId: string | null };

/** The challenge that this browser's answer is checked against; it can be taken once, whether or not the check succeeds. */
export async function takeChallenge(
  { store, settings, now }: DeskContext,
  request: FastifyRequest,
  { kind, accountId }: Asked,
): Promise<string | undefined> {
  const browser = readCookie(request, cookieName(settings.DESK_URL, 'sign-in'));
  if (browser === undefined) return undefined;
  const taken = await store.begin(async (tx) => {
    const begun = await findBegun(tx, kind, browser, now());
    return begun !== undefined && (await markSignInUsed(tx, begun.id, now())) ? begun : undefined;
  });
  return taken?.account_id === accountId ? (taken.challenge ?? undefined) : undefined;
}
