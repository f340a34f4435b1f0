import * as v from 'valibot';
import { applicationAnswers } from './application-stages.ts';
import { leadPageSchema } from './lead-facts.ts';
import { passageSchema } from './passage.ts';
import { workSchemaOf } from './staff-field-schemas.ts';

/** Schemas of what the desk shows of applications. Times are milliseconds since the epoch; `owner`, `actor` and `account` are ids of staff accounts. */

const at = v.number();

export const applicationWorkSchema = workSchemaOf('application');

export const scanStates = ['unscanned', 'pending', 'clean', 'infected'] as const;
/** What a CV turned out to be when it was read: `cut`, its end is missing; `unreadable`, no program can open it. */
export const cvStates = ['whole', 'cut', 'unreadable'] as const;
export const applicationViews = ['open', 'mine', 'spam'] as const;
export const applicationSorts = ['newest', 'oldest', 'changed', 'name'] as const;

/** An application in the list. */
export const applicationRowSchema = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  position: v.string(),
  createdAt: at,
  changedAt: at,
  suspectedSpam: v.boolean(),
  /** Invented, for trying the desk. */
  sample: v.boolean(),
  /** Virus scan of the CV; null: the CV was deleted. */
  scan: v.nullable(v.picklist(scanStates)),
  /** Null: it was not read yet, or there is none. */
  cvState: v.nullable(v.picklist(cvStates)),
  /** Average of all ratings, from 1 to 5; null: not rated. */
  rating: v.nullable(v.number()),
  ...applicationWorkSchema.entries,
  /** Only in what a search found. */
  found: v.optional(passageSchema),
});

/**
 * `waiting`: to be sent as soon as possible. `held`: not sent, because nothing is sent to this address. `withheld`: not sent
 * for another reason, such as suspected spam or a restored store. `noted`: not sent by the desk; staff noted
 * that it was sent.
 */
export const mailStates = ['waiting', 'sent', 'held', 'withheld', 'failed', 'noted'] as const;

const { spamReason, markedWith, mailRefusal, answers, attribution, consents, timeline, others, othersLeftOut, removal } =
  leadPageSchema.entries;

/** Everything on an application's page. */
export const applicationPageSchema = v.object({
  ...applicationRowSchema.entries,
  spamReason,
  markedWith,
  mailRefusal,
  replyTo: v.pipe(v.string(), v.description('Where a reply to what the desk mails goes')),
  answers,
  attribution,
  consents,
  timeline,
  others,
  othersLeftOut,
  cv: v.nullable(
    v.object({
      name: v.string(),
      bytes: v.number(),
      scan: v.picklist(scanStates),
      found: v.nullable(v.string()),
      searched: v.pipe(v.nullable(v.boolean()), v.description('Whether it has words that a search finds; null: it was not read yet')),
      mayOpen: v.pipe(v.boolean(), v.description('False: it is held back for the virus scanner')),
    }),
  ),
  ratings: v.array(v.object({ account: v.string(), rating: v.number(), at })),
  mails: v.array(
    v.object({
      id: v.string(),
      at,
      actor: v.string(),
      template: v.picklist(applicationAnswers),
      subject: v.string(),
      text: v.string(),
      state: v.picklist(mailStates),
      sentAt: v.nullable(at),
    }),
  ),
  /** Whether the applicant agreed that it is kept for longer. */
  pool: v.object({ state: v.picklist(['not asked', 'asked', 'agreed', 'withdrawn', 'over']), until: v.nullable(at) }),
  removal,
});

export type DeskApplication = v.InferOutput<typeof applicationRowSchema>;
export type DeskApplicationPage = v.InferOutput<typeof applicationPageSchema>;
