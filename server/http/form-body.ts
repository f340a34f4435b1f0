import { parse } from 'node:querystring';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';

/** Fields that are read of a form. The longest of ours is the confirming page's with two for each of a hundred requests; what follows is ignored. */
const MOST_FIELDS = 512;

/** Lets the routes of a scope take forms as browsers send them by themselves. @param bodyLimit in bytes */
export async function allowFormBody(scope: FastifyInstance, bodyLimit = 8 * 1024): Promise<void> {
  await scope.register(formbody, { bodyLimit, parser: (text) => parse(text, '&', '=', { maxKeys: MOST_FIELDS }) });
}
