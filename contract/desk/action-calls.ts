import * as v from 'valibot';
import { defineCall } from './call.ts';

const id = v.pipe(v.string(), v.maxLength(64));

export const listActions = defineCall({
  name: 'actions.list',
  method: 'GET',
  path: '/api/actions',
  about: 'What staff saw and did, the latest first, a hundred at a time; of one account, or to one lead.',
  access: 'actions.read',
  input: v.object({
    accountId: v.optional(id),
    subjectId: v.optional(id),
    /** The last one of the page before. */
    before: v.optional(id),
  }),
  output: v.object({
    actions: v.array(
      v.object({
        id,
        at: v.pipe(v.number(), v.description('Milliseconds since the epoch')),
        accountId: id,
        /** Empty where there is no such account any more. */
        name: v.string(),
        action: v.string(),
        subject: v.nullable(v.object({ kind: v.string(), id })),
        detail: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
      }),
    ),
    more: v.boolean(),
  }),
});

export const actionCalls = [listActions] as const;
