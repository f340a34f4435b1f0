import type { FastifyInstance } from 'fastify';
import { countPageViewCall } from '../../../contract/calls/public/visit-calls.ts';
import { createPublicRoute } from '../../http/public-route.ts';
import { createRateLimits } from '../../http/rate-limits.ts';
import type { LeadContext } from '../../leads/lead-context.ts';
import { dayInZone } from '../index/day-in-zone.ts';
import type { PageViewCounter } from './count-page-views.ts';

/** Programs that say what they are. Cubot makes telephones. */
const PROGRAM = /(?<!cu)bot\b|crawl|spider|slurp|lighthouse/i;

/** Takes the pages' reports that they are shown (site/client/page-views.ts). Nothing of the request is stored. */
export function pageViewRoutes(app: FastifyInstance, context: LeadContext, views: PageViewCounter): void {
  const { settings, now } = context;
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, app.getDefaultJsonParser('remove', 'remove'));
  // Counted in each server's memory: a view is not worth a statement, and a limit that each server has of its own bounds it as well.
  const limits = createRateLimits(settings.RATE_LIMIT === 'on');
  createPublicRoute(app, { settings, limits })(countPageViewCall, ({ request, reply, body }) => {
    if (!PROGRAM.test(request.headers['user-agent'] ?? '')) views.count(dayInZone(now(), settings.TIME_ZONE), 'seen', body);
    return reply.code(204).send();
  });
}
