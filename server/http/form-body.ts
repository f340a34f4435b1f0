import { parse } from 'node:querystring';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

/** Most fields read from a form; further ones are ignored. The longest form is the confirmation page, with two fields for each of a hundred requests. */
const MOST_FIELDS = 512;

/** Accepts URL-encoded form bodies in a scope, as browsers send them without scripts. @param bodyLimit in bytes */
export async function allowFormBody(scope: FastifyInstance, bodyLimit = 8 * 1024): Promise<void> {
  await scope.register(formbody, { bodyLimit, parser: (text) => parse(text, '&', '=', { maxKeys: MOST_FIELDS }) });
}
