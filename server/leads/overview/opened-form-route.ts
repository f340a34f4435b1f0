import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { CALLER_PATTERN } from '../../../contract/callers.ts';
import { OPENED_PATH } from '../../../contract/opened-form.ts';
import type { LeadContext } from '../lead-context.ts';
import { sendProblem } from '../../http/problem.ts';
import { dayInZone } from '../index/day-in-zone.ts';
import { countOpened, openable } from './opened-forms.ts';

/** As the contract calls it. */
const UNDECLARED = '0';

/** In bytes: eight times what our own pages send. */
const LONGEST = 256;

const callerSchema = v.pipe(v.string(), v.regex(CALLER_PATTERN));

/**
 * Where pages tell that a form was opened (site/forms/tell-opened.ts). A number goes up, and nothing of the request is stored.
 * @param app a scope of its own: beacons are plain text
 */
export async function openedFormRoute(app: FastifyInstance, { settings, store, subjects, limits, now }: LeadContext): Promise<void> {
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  const limit = limits({ name: 'opened forms', points: 30, seconds: 60, hour: 300, day: 1000 });

  app.post(OPENED_PATH, { onRequest: limit, bodyLimit: LONGEST }, async (request, reply) => {
    const parsed = v.safeParse(callerSchema, request.body);
    if (!parsed.success) return sendProblem(reply, 422, { title: 'This is no name of what opens a form' });
    const known = openable(parsed.output);
    const isThere = known === 'always' || (known !== undefined && (await subjects.name(store.db, known)) !== undefined);
    // What nobody declared opens the form of all others: however many names there are, they are one number.
    const caller = isThere ? parsed.output : UNDECLARED;
    await countOpened(store.db, [{ day: dayInZone(now(), settings.TIME_ZONE), caller }]);
    return reply.code(204).send();
  });
}
