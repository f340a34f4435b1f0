import type { FastifyInstance } from 'fastify';
import { countOpenedForm } from '../../../contract/calls/public/form-calls.ts';
import type { LeadContext } from '../../leads/lead-context.ts';
import { createPublicRoute } from '../../http/public-route.ts';
import { dayInZone } from '../index/day-in-zone.ts';
import { countOpened, openable } from './opened-forms.ts';

/** As the contract calls it. */
const UNDECLARED = '0';

/**
 * Where pages tell that a form was opened (site/forms/tell-opened.ts). A number goes up, and nothing of the request is stored.
 * @param app a scope of its own: beacons are plain text
 */
export async function openedFormRoute(app: FastifyInstance, context: LeadContext): Promise<void> {
  const { settings, store, subjects, now } = context;
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  createPublicRoute(app, context)(countOpenedForm, async ({ reply, body }) => {
    const known = openable(body);
    const isThere = known === 'always' || (known !== undefined && (await subjects.name(store.db, known)) !== undefined);
    // What nobody declared opens the form of all others: however many names there are, they are one number.
    const caller = isThere ? body : UNDECLARED;
    await countOpened(store.db, [{ day: dayInZone(now(), settings.TIME_ZONE), caller }]);
    return reply.code(204).send();
  });
}
