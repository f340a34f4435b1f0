import type { FastifyRequest } from 'fastify';
import { SENT_REQUEST_COOKIE } from '../../../contract/sent-request.ts';
import type { Settings } from '../../settings/settings.ts';

/** A cookie for the pages of links alone: the id of the request that this browser sent last. The id gives access to nothing. */
export function sentHereCookie({ LINK_HOURS, PUBLIC_URL }: Pick<Settings, 'LINK_HOURS' | 'PUBLIC_URL'>, id: string): string {
  const secure = PUBLIC_URL.startsWith('https:') ? '; Secure' : '';
  return `${SENT_REQUEST_COOKIE}=${id}; Path=/verify; HttpOnly; SameSite=Lax; Max-Age=${LINK_HOURS * 3600}${secure}`;
}

/** The id of the request that this browser sent last, if it kept the cookie. */
export function sentHere({ headers }: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|; *)${SENT_REQUEST_COOKIE}=([0-9a-f-]{36})(?:;|$)`).exec(headers.cookie ?? '')?.[1];
}
