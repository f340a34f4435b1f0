import * as v from 'valibot';
import { answerFault } from '../../desk/answer-templates.ts';
import { leadSections } from '../../desk/lead-facts.ts';
import { limits } from '../../limits.ts';
import { defineCall } from './call.ts';

const id = v.pipe(v.string(), v.maxLength(40));
const line = (what: string, most: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1, `Enter ${what}`), v.maxLength(most, `Use ${most} characters at the most`));
const words = { title: line('a name', 60), subject: line('a subject', limits.attributionText), text: line('a text', limits.message) };
const written = { title: v.string(), subject: v.string(), text: v.string() };

export const readReadyAnswers = defineCall({
  name: 'answers.read',
  method: 'GET',
  path: '/api/answers',
  about: 'Ready answers: everybody’s, and those of whoever asks. Only of what they may work on.',
  access: 'answers.write',
  input: v.object({}),
  output: v.object({
    answers: v.array(
      v.object({
        id,
        of: v.array(v.picklist(leadSections)),
        ...written,
        booked: v.optional(v.boolean()),
        cancelled: v.optional(v.literal(true)),
        missed: v.optional(v.literal(true)),
        answered: v.optional(v.literal(true)),
        version: v.pipe(v.number(), v.description('0: as it ships')),
        isShared: v.boolean(),
        isKept: v.pipe(v.boolean(), v.description('It cannot be removed: something follows from it')),
        earlier: v.array(v.object({ version: v.number(), at: v.nullable(v.number()), by: v.nullable(v.string()), ...written })),
      }),
    ),
  }),
});

const section = v.picklist(leadSections);

export const saveReadyAnswer = defineCall({
  name: 'answers.save',
  method: 'POST',
  path: '/api/answers',
  about: 'Writes a ready answer, or a new version of one that nobody changed since.',
  access: 'answers.write',
  action: 'ready answer saved',
  input: v.pipe(
    v.object({
      id: v.optional(v.pipe(id, v.description('Default: a new one'))),
      version: v.pipe(v.number(), v.description('The version that was looked at; 0: a new one, or as it ships')),
      section,
      isShared: v.boolean(),
      ...words,
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { value } = dataset;
      for (const key of ['subject', 'text'] as const) {
        const message = answerFault(value.section, value[key]);
        if (message !== undefined) addIssue({ message, path: [{ type: 'object', origin: 'value', input: value, key, value: value[key] }] });
      }
    }),
  ),
  output: v.object({ id, version: v.number() }),
});

export const removeReadyAnswer = defineCall({
  name: 'answers.remove',
  method: 'POST',
  path: '/api/answers/:id/remove',
  about: 'Removes a ready answer from the list. Answers that were sent stay.',
  access: 'answers.write',
  action: 'ready answer removed',
  input: v.object({ id, version: v.number() }),
  output: v.object({}),
});

export const readyAnswerCalls = [readReadyAnswers, saveReadyAnswer, removeReadyAnswer] as const;
