import * as v from 'valibot';
import { leadStates } from './lead-states.ts';
import { passageSchema } from './passage.ts';
import { removalSchema } from './removal.ts';
import { workSchemaOf } from './staff-field-schemas.ts';

/** Schemas of what the desk shows of leads. Times are milliseconds since the epoch; `owner` and `actor` are ids of staff accounts. */

const at = v.number();
const account = v.nullable(v.string());

export const leadWorkSchema = workSchemaOf('lead');

export const leadSections = ['lead', 'message', 'application'] as const;
export const leadViews = ['new', 'mine', 'waiting', 'spam'] as const;
/** Steps that the overview counts for each lead that ever reached them. */
export const reachedSteps = ['answered', 'met', 'won'] as const;
export const reachedWords = { answered: 'Answered by us', met: 'Met', won: 'Won' } as const satisfies Record<
  (typeof reachedSteps)[number],
  string
>;
export const leadSorts = ['newest', 'oldest', 'changed', 'name'] as const;

/** A lead in the list. */
export const leadRowSchema = v.object({
  id: v.string(),
  section: v.picklist(leadSections),
  name: v.string(),
  email: v.string(),
  company: v.string(),
  /** What was requested, in the words of the form. */
  request: v.string(),
  form: v.string(),
  caller: v.string(),
  campaign: v.nullable(v.string()),
  country: v.nullable(v.string()),
  createdAt: at,
  changedAt: at,
  verified: v.boolean(),
  suspectedSpam: v.boolean(),
  /** Invented, for trying the desk. */
  sample: v.boolean(),
  ...leadWorkSchema.entries,
  /** Only in what a search found. */
  found: v.optional(passageSchema),
});

/** One entry of the timeline. `text`: of a note; `detail`: all other data, none of it personal. */
export const leadEventSchema = v.object({
  id: v.string(),
  at,
  kind: v.string(),
  actor: account,
  text: v.nullable(v.string()),
  mentions: v.array(v.string()),
  detail: v.record(v.string(), v.unknown()),
});

export const otherLeadSchema = v.object({
  id: v.string(),
  section: v.picklist(leadSections),
  request: v.string(),
  createdAt: at,
  verified: v.boolean(),
  suspectedSpam: v.boolean(),
  state: v.picklist(leadStates),
});

/** Everything on a lead's page. */
export const leadPageSchema = v.object({
  ...leadRowSchema.entries,
  product: v.string(),
  verifiedAt: v.nullable(at),
  spamReason: v.nullable(v.string()),
  /** How many other leads were marked as spam together with it and are still marked. */
  markedWith: v.number(),
  /** Why the server sends no mail to its address, in a sentence; null: it sends. */
  mailRefusal: v.nullable(v.string()),
  /** Answers with the labels of the form. */
  answers: v.array(v.object({ name: v.string(), label: v.string(), value: v.string() })),
  attribution: v.array(v.object({ name: v.string(), value: v.string() })),
  consents: v.array(v.object({ at, action: v.string(), purpose: v.string(), version: v.string(), text: v.string(), page: v.string() })),
  timeline: v.array(leadEventSchema),
  /** Other submissions from the same mailbox, newest first; `othersLeftOut` counts those that are not listed. */
  others: v.array(otherLeadSchema),
  othersLeftOut: v.number(),
  removal: removalSchema,
});

export type LeadSection = (typeof leadSections)[number];
export type DeskLead = v.InferOutput<typeof leadRowSchema>;
export type DeskLeadEvent = v.InferOutput<typeof leadEventSchema>;
export type DeskLeadPage = v.InferOutput<typeof leadPageSchema>;
