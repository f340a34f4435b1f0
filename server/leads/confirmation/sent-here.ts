import type { FastifyRequest } from 'fastify';
import { SENT_REQUEST_COOKIE } from '../../../contract/sent-request.ts';
import type { Settings } from '../../settings/settings.ts';

/** Tells the pages of links, and nobody else, which request this browser sent last: its id, which opens nothing. */
export function sentHereCookie({ LINK_HOURS, PUBLIC_URL }: Pick<Settings, 'LINK_HOURS' | 'PUBLIC_URL'>, id: string): string {
  const secure = PUBLIC_URL.startsWith('https:') ? '; Secure' : '';
  return `${SENT_REQUEST_COOKIE}=${id}; Path=/verify; HttpOnly; SameSite=Lax; Max-Age=${LINK_HOURS * 3600}${secure}`;
}

/** The request that a browser sent last, where it kept that. */
export function sentHere({ headers }: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|; *)${SENT_REQUEST_COOKIE}=([0-9a-f-]{36})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
}
