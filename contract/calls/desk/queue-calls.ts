import * as v from 'valibot';
import { limits } from '../../limits.ts';
import { defineCall } from './call.ts';
import { leadSections } from '../../desk/lead-facts.ts';

/**
 * Why a job waits. `queued`: its turn has not come; `late`: it failed and is retried; `held`: a limit was reached or a person has to decide; `dead`:
 * it failed for good.
 */
export const jobCauseStates = ['queued', 'late', 'held', 'dead'] as const;
export type JobCauseState = (typeof jobCauseStates)[number];

const id = v.pipe(v.string(), v.maxLength(100));
const key = v.pipe(v.string(), v.maxLength(100));
const at = v.pipe(v.number(), v.description('Milliseconds since the epoch'));
const cause = { state: v.picklist(jobCauseStates), key };

/** Null if there is no lead or the reader may not see it. */
const lead = v.nullable(v.object({ id: v.string(), section: v.picklist(leadSections), name: v.string() }));

export const readQueue = defineCall({
  name: 'queue.read',
  method: 'GET',
  path: '/api/queue',
  about: 'What mails and deliveries wait for, by cause and by kind: numbers alone.',
  access: 'deliveries.read',
  input: v.object({}),
  output: v.object({
    /** Name of the mail server; null if mails are written to files instead. */
    mailServer: v.nullable(v.string()),
    /** Mails to visitors that were sent, or written to files, in the last 24 hours. */
    mailsOfDay: v.number(),
    /** Addresses of STAFF_MAIL, HR_MAIL and OPS_MAIL that are refused while other recipients of the same mails are accepted. */
    refusedStaff: v.array(v.object({ address: v.string(), reason: v.string(), since: at, mails: v.number() })),
    causes: v.array(
      v.object({
        ...cause,
        words: v.string(),
        mend: v.nullable(v.string()),
        /** Whether staff decide about each of these jobs separately. */
        oneByOne: v.boolean(),
        count: v.number(),
        since: at,
        /** Time of the next attempt for any of them; null if none is due. */
        nextAt: v.nullable(at),
        kinds: v.array(v.object({ name: v.string(), words: v.string(), count: v.number() })),
      }),
    ),
  }),
});

export const listQueue = defineCall({
  name: 'queue.list',
  method: 'POST',
  path: '/api/queue/list',
  about: 'The jobs of a cause, the oldest first, with the leads that they are for.',
  access: 'deliveries.read',
  only: 'reads',
  action: 'deliveries listed',
  recordedOnce: true,
  input: v.object({ ...cause, name: v.optional(id), after: v.optional(id) }),
  output: v.object({
    jobs: v.array(
      v.object({
        id: v.string(),
        words: v.string(),
        /** Error of the last attempt, with addresses removed. */
        error: v.nullable(v.string()),
        attempts: v.number(),
        createdAt: at,
        /** Time of the next attempt, or of the last one. */
        runAt: at,
        lead,
      }),
    ),
    /** Cursor of the next page; null on the last page. */
    next: v.nullable(v.string()),
  }),
});

export const retryQueued = defineCall({
  name: 'queue.retry',
  method: 'POST',
  path: '/api/queue/jobs/:id/retry',
  about: 'Does a job now, with all its tries anew. What held it back holds it no longer: a suppression of its address is lifted.',
  access: 'deliveries.work',
  action: 'sent again',
  input: v.object({ id }),
  output: v.object({}),
});

export const retryCause = defineCall({
  name: 'queue.retry-cause',
  method: 'POST',
  path: '/api/queue/retry',
  about: 'Does all jobs of a cause now. Not those of which somebody decides for each alone.',
  access: 'deliveries.work',
  action: 'all sent again',
  input: v.object(cause),
  output: v.object({ count: v.number() }),
});

export const listSuppressions = defineCall({
  name: 'suppressions.list',
  method: 'POST',
  path: '/api/suppressions/list',
  about: 'Addresses that nothing is sent to, the latest first, a hundred at a time; or the one that is asked for.',
  access: 'deliveries.read',
  only: 'reads',
  action: 'suppressions listed',
  recordedOnce: true,
  input: v.object({ address: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(limits.email))), before: v.optional(at) }),
  output: v.object({
    suppressions: v.array(
      v.object({
        id,
        /** The part before the @ is left out unless the reader may see a lead with this address, or asked for it. */
        address: v.string(),
        reason: v.string(),
        at,
        lead,
      }),
    ),
    more: v.boolean(),
  }),
});

export const liftSuppression = defineCall({
  name: 'suppressions.lift',
  method: 'POST',
  path: '/api/suppressions/:id/lift',
  about: 'Lets mail go to an address again. What was held back for it is sent again one by one.',
  access: 'deliveries.work',
  action: 'suppression lifted',
  input: v.object({ id }),
  output: v.object({}),
});

export const listBounces = defineCall({
  name: 'bounces.list',
  method: 'GET',
  path: '/api/bounces',
  about: 'What the mail provider reported of mails that had left, the latest first, a hundred at a time.',
  access: 'deliveries.read',
  action: 'bounces listed',
  recordedOnce: true,
  input: v.object({ before: v.optional(at) }),
  output: v.object({
    bounces: v.array(
      v.object({
        id: v.string(),
        at,
        kind: v.string(),
        /** The provider's reason: an enhanced status code (RFC 3463), or its wording. */
        status: v.string(),
        lead,
      }),
    ),
    more: v.boolean(),
    /** Whether the provider can report bounces: BOUNCE_SECRET is set. */
    reported: v.boolean(),
  }),
});

export const queueCalls = [readQueue, listQueue, retryQueued, retryCause, listSuppressions, liftSuppression, listBounces] as const;
