import * as v from 'valibot';
import { defineCall } from './call.ts';
import { leadPageSchema, leadRowSchema } from '../../desk/lead-facts.ts';
import {
  answerInput,
  answerOutput,
  assignInput,
  changesInput,
  changesOutput,
  countOutput,
  emptyOutput,
  idSchema as id,
  noteInput,
  releaseInput,
  releaseOutput,
  versionSchema as version,
  workChanged,
} from './work-schemas.ts';

/** `mine`: open ones of whoever asks. Suspected spam is shown by its view alone. */
export const messageViews = ['open', 'mine', 'answered', 'spam'] as const;

const filter = v.object({
  view: v.optional(v.picklist(messageViews)),
  search: v.optional(v.pipe(v.string(), v.maxLength(100))),
});

/** A message in the list. */
export const messageRowSchema = v.object({
  ...leadRowSchema.entries,
  subject: v.string(),
  /** How it begins. */
  excerpt: v.string(),
  /** Who answered it last, and when: of one that is open nobody. */
  answeredBy: v.nullable(v.string()),
  answeredAt: v.nullable(v.number()),
});

export type DeskMessage = v.InferOutput<typeof messageRowSchema>;

export const listMessagesCall = defineCall({
  name: 'messages.list',
  method: 'POST',
  path: '/api/messages/list',
  about: 'A page of the messages that fit a view and a search, the newest first.',
  access: 'messages.read',
  action: 'messages listed',
  recordedOnce: true,
  input: v.object({
    ...filter.entries,
    cursor: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)), 50),
  }),
  output: v.object({ messages: v.array(messageRowSchema), next: v.nullable(v.string()) }),
});

export const countMessagesCall = defineCall({
  name: 'messages.count',
  method: 'POST',
  path: '/api/messages/count',
  about: 'How many messages fit a view and a search.',
  access: 'messages.read',
  input: filter,
  output: countOutput,
});

export const messageChanges = defineCall({
  name: 'messages.changes',
  method: 'GET',
  path: '/api/messages/changes',
  about: 'Tells which messages came or changed, as it happens; leads among them.',
  access: 'messages.read',
  sends: 'events',
  input: changesInput,
  output: changesOutput,
});

export const readMessageCall = defineCall({
  name: 'messages.read',
  method: 'GET',
  path: '/api/messages/:id',
  about: 'Everything on a message, with what became of it.',
  access: 'messages.read',
  action: 'message opened',
  recordedOnce: true,
  input: v.object({ id }),
  output: leadPageSchema,
});

export const assignMessageCall = defineCall({
  name: 'messages.assign',
  method: 'POST',
  path: '/api/messages/:id/assign',
  about: 'Gives a message to somebody of the staff, or to nobody, unless it was changed since.',
  access: 'messages.work',
  action: 'message assigned',
  input: assignInput,
  output: workChanged,
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

export const noteMessage = defineCall({
  name: 'messages.note',
  method: 'POST',
  path: '/api/messages/:id/notes',
  about: 'Adds a note to a message, with the accounts that it names by @.',
  access: 'messages.work',
  action: 'message noted',
  input: noteInput,
  output: emptyOutput,
});

export const answerMessageCall = defineCall({
  name: 'messages.answer',
  method: 'POST',
  path: '/api/messages/:id/answer',
  about: 'Mails an answer to whoever sent a message, or notes one that went by another way, unless the message was changed since.',
  access: 'messages.work',
  action: 'message answered',
  input: answerInput,
  output: answerOutput,
});

export const releaseMessageCall = defineCall({
  name: 'messages.release',
  method: 'POST',
  path: '/api/messages/:id/release',
  about: 'Takes the mark of suspected spam off a message, and sends what it held back.',
  access: 'messages.work',
  action: 'message released',
  input: releaseInput,
  output: releaseOutput,
});

export const messageCalls = [
  listMessagesCall,
  countMessagesCall,
  messageChanges,
  readMessageCall,
  assignMessageCall,
  closeMessageCall,
  noteMessage,
  answerMessageCall,
  releaseMessageCall,
] as const;
