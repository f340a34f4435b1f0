import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StaffSignInRow } from '../../store/tables/staff-tables.ts';
import type { DeskContext } from '../desk-context.ts';
import { findBegun, markSignInUsed } from './sign-ins.ts';

type DeskCookie = 'session' | 'sign-in';

/** `__Host-` binds the cookie to this host. Over http, which is localhost, there is no prefix: browsers accept it over TLS only. */
export function cookieName(deskUrl: string, cookie: DeskCookie): string {
  return deskUrl.startsWith('https:') ? `__Host-desk-${cookie}` : `desk-${cookie}`;
}

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=', 2);
    if (key === name) return /^[\w-]{43}$/.test(value) ? value : undefined;
  }
  return undefined;
}

type Value = { name: string; token: string; maxAge: number };

/** @param value.maxAge seconds; 0 removes it */
export function setCookie(reply: FastifyReply, deskUrl: string, { name, token, maxAge }: Value): void {
  const secure = deskUrl.startsWith('https:') ? '; Secure' : '';
  reply.header('set-cookie', `${name}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`);
}

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
