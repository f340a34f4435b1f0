import type { FastifyRequest } from 'fastify';

/**
 * The request's Idempotency-Key (IETF draft): at most 255 visible ASCII characters, without the quotes of a structured string.
 * @returns undefined if none was sent, an Error with the reason if it is invalid
 */
export function readKey(request: FastifyRequest): string | undefined | Error {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = String(header).replace(/^"(.*)"$/, '$1');
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : new Error('The Idempotency-Key must be 1 to 255 visible ASCII characters.');
}

export function clean(source: unknown, name: string): string {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return '';
  const value = (source as Record<string, unknown>)[name];
  return typeof value === 'string' ? value.trim().slice(0, 1000) : '';
}

export function wantsPage(request: FastifyRequest): boolean {
  const accepted = request.headers.accept ?? '';
  return accepted.includes('text/html') && !accepted.includes('json');
}
