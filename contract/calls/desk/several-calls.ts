import * as v from 'valibot';
import { limits } from '../../limits.ts';
import type { LeadSection } from '../../desk/lead-facts.ts';
import { SEVERAL } from '../../desk/several.ts';
import { leadStates } from '../../desk/lead-states.ts';
import { choiceSchema } from '../../desk/staff-field-schemas.ts';
import { defineCall } from './call.ts';
import { idSchema as id, versionSchema as version } from './work-schemas.ts';

const key = v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/), v.description('Random: the call repeated with it changes nothing twice'));
const owner = v.object({ what: v.literal('owner'), owner: v.nullable(id) });
const spam = v.object({ what: v.literal('spam') });
const state = v.object({
  what: v.literal('state'),
  state: v.picklist(leadStates),
  reason: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(limits.line))),
});
const stage = v.object({ what: v.literal('stage'), stage: choiceSchema('stage') });

/** A change to what staff keep of a request, by one press for one or for several. */
const change = v.pipe(
  v.variant('what', [owner, spam, state, stage]),
  v.forward(
    v.check((asked) => asked.what !== 'state' || asked.state !== 'lost' || (asked.reason ?? '') !== '', 'Say why it was lost'),
    ['reason'] as never,
  ),
);

export type SeveralChange = v.InferOutput<typeof change>;

const changes: Readonly<Record<LeadSection, readonly SeveralChange['what'][]>> = {
  lead: ['owner', 'state', 'spam'],
  message: ['owner', 'state', 'spam'],
  application: ['owner', 'stage', 'spam'],
};

/** Why one of several requests was left as it is. `taken`: somebody assigned it to themselves meanwhile. `same`: it already had this value. */
export const leftReasons = ['taken', 'changed', 'same', 'spam', 'sample', 'gone'] as const;

const output = v.object({
  done: v.number(),
  left: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      why: v.picklist(leftReasons),
      by: v.pipe(v.nullable(v.string()), v.description('The account that changed it')),
    }),
  ),
});

export type SeveralOutcome = v.InferOutput<typeof output>;

function severalCallsOf<const Name extends LeadSection>(name: Name) {
  const write = { method: 'POST', access: `${name}s.work`, action: `${name}s changed at once`, output } as const;
  return {
    several: defineCall({
      ...write,
      name: `${name}s.change-several`,
      path: `/api/${name}s/several`,
      about: `Changes up to ${SEVERAL} of the ${name}s, each unless it was changed since, and says which were left out, and why.`,
      input: v.object({
        key,
        change: v.pipe(
          change,
          v.check(({ what }) => changes[name].includes(what), 'This is not done in this section'),
        ),
        rows: v.pipe(v.array(v.object({ id, version })), v.minLength(1), v.maxLength(SEVERAL)),
      }),
    }),
    undoSeveral: defineCall({
      ...write,
      name: `${name}s.undo-several`,
      path: `/api/${name}s/several/undo`,
      about: `Gives the ${name}s that one call changed at once what they were before, each unless it was changed since. Meetings stay cancelled.`,
      input: v.object({ key }),
    }),
  } as const;
}

/** By section, the calls that change several requests at once. */
export const severalCalls = {
  lead: severalCallsOf('lead'),
  message: severalCallsOf('message'),
  application: severalCallsOf('application'),
} as const;
