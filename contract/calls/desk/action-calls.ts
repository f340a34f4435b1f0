import * as v from 'valibot';
import { defineCall } from './call.ts';
import { leadSections } from '../../desk/lead-facts.ts';

const id = v.pipe(v.string(), v.maxLength(64));
const at = v.pipe(v.number(), v.description('Milliseconds since the epoch'));

/** Filters by account, action, subject and time. */
const filter = {
  accountId: v.optional(id),
  action: v.optional(id),
  subjectId: v.optional(id),
  since: v.optional(at),
  until: v.optional(v.pipe(at, v.description('Exclusive'))),
};

export const listActions = defineCall({
  name: 'actions.list',
  method: 'GET',
  path: '/api/actions',
  about: 'What staff saw and did, the latest first, a hundred at a time; by who, what, when, or to which lead.',
  access: 'actions.read',
  input: v.object({
    ...filter,
    /** Id of the last action on the previous page. */
    before: v.optional(id),
  }),
  output: v.object({
    actions: v.array(
      v.object({
        id,
        at,
        accountId: id,
        /** Name of the account; empty if the account no longer exists. */
        name: v.string(),
        action: v.string(),
        subject: v.nullable(
          v.object({
            kind: v.string(),
            id,
            /** The subject's request; null if the reader may not see it. */
            request: v.nullable(v.object({ section: v.picklist(leadSections), name: v.string() })),
          }),
        ),
        detail: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
      }),
    ),
    more: v.boolean(),
    /** Possible values of the filter `action`. */
    choices: v.array(v.string()),
  }),
});

export const exportActions = defineCall({
  name: 'actions.export',
  method: 'GET',
  path: '/api/actions/csv',
  about: 'What staff saw and did as CSV, the latest first.',
  access: 'actions.read',
  action: 'actions exported',
  fresh: true,
  tells: 'people.manage',
  sends: 'file',
  input: v.object(filter),
  output: v.object({}),
});

export const actionCalls = [listActions, exportActions] as const;
