import type { FastifyInstance } from 'fastify';
import { countOpenedForm } from '../../../contract/calls/public/form-calls.ts';
import type { LeadContext } from '../../leads/lead-context.ts';
import { createPublicRoute } from '../../http/public-route.ts';
import { dayInZone } from '../index/day-in-zone.ts';
import { countOpened, openable } from './opened-forms.ts';

/** The contract's name for all callers that are not declared. */
const UNDECLARED = '0';

/**
 * Takes the pages' reports that a form was opened (site/forms/tell-opened.ts). Increases a count, and stores nothing of the request.
 * @param app an encapsulated Fastify instance: reports are plain text
 */
export async function openedFormRoute(app: FastifyInstance, context: LeadContext): Promise<void> {
  const { settings, store, subjects, now } = context;
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  createPublicRoute(app, context)(countOpenedForm, async ({ reply, body }) => {
    const known = openable(body);
    const isThere = known === 'always' || (known !== undefined && (await subjects.name(store.db, known)) !== undefined);
    // All callers that are not declared are counted as one, so that made-up names add no rows.
    const caller = isThere ? body : UNDECLARED;
    await countOpened(store.db, [{ day: dayInZone(now(), settings.TIME_ZONE), caller }]);
    return reply.code(204).send();
  });
}
