import * as v from 'valibot';
import { defineCall } from './call.ts';
import { leadPageSchema, leadRowSchema } from '../../desk/lead-facts.ts';
import { answerInput, countOutput, idSchema as id, versionSchema as version, workChanged } from './work-schemas.ts';
import { workCallsOf } from './work-calls.ts';

/** `mine`: open messages of the account that asks. Suspected spam is listed only in the view `spam`. */
export const messageViews = ['open', 'mine', 'answered', 'spam'] as const;

const filter = v.object({
  view: v.optional(v.picklist(messageViews)),
  search: v.optional(v.pipe(v.string(), v.maxLength(100))),
});

/** A message in the list. */
export const messageRowSchema = v.object({
  ...leadRowSchema.entries,
  subject: v.string(),
  /** The beginning of its text. */
  excerpt: v.string(),
  /** Who answered it last, and when; null while it is open. */
  answeredBy: v.nullable(v.string()),
  answeredAt: v.nullable(v.number()),
});

export type DeskMessage = v.InferOutput<typeof messageRowSchema>;

export const messageWork = workCallsOf('message', {
  row: messageRowSchema,
  page: leadPageSchema,
  asked: filter.entries,
  work: 'lead',
  answer: answerInput,
});

export const countMessagesCall = defineCall({
  name: 'messages.count',
  method: 'POST',
  path: '/api/messages/count',
  about: 'How many messages fit a view and a search.',
  access: 'messages.read',
  only: 'reads',
  input: filter,
  output: countOutput,
});

export const closeMessageCall = defineCall({
  name: 'messages.close',
  method: 'POST',
  path: '/api/messages/:id/close',
  about: 'Marks a message as answered, or opens it again, unless it was changed since.',
  access: 'messages.work',
  action: 'message changed',
  input: v.object({ id, version, answered: v.boolean() }),
  output: workChanged,
});

export const messageCalls = [...Object.values(messageWork), countMessagesCall, closeMessageCall] as const;
