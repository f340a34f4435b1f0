import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';

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

/** 256 random bits: nobody can guess it, so a plain hash of it is safe to store. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
