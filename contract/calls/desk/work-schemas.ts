import * as v from 'valibot';
import { limits } from '../../limits.ts';
import { OWN_WORDS } from '../../desk/answer-templates.ts';
import { defineCall, type Call } from './call.ts';
import { daySchema, keptSchema, workSchemaOf } from '../../desk/staff-field-schemas.ts';
import { pickedFieldsOf, type FieldName, type FieldOf, type KeptValue, type Worked } from '../../desk/staff-fields.ts';

/** Schemas that the calls of leads, messages and applications share. */

export const idSchema = v.pipe(v.string(), v.maxLength(64));
export const versionSchema = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.description('Which version of what staff made of it was seen'),
);

/** Schema of the result of a change: done, or refused because the request was changed since. */
export function changedSchemaOf<Section extends Worked>(section: Section) {
  const work = workSchemaOf(section);
  return v.variant('outcome', [v.object({ outcome: v.literal('done'), work }), v.object({ outcome: v.literal('changed since'), work })]);
}

export const workChanged = changedSchemaOf('lead');

/** The call that changes a choice field of a request. */
export function fieldCallOf<Section extends Worked, Name extends FieldOf<Section, 'choice'>>(section: Section, name: Name) {
  const value = { [name]: keptSchema(name) } as { [Key in Name]: v.GenericSchema<KeptValue<Key>> };
  return defineCall({
    name: `${section}s.change-${name}`,
    method: 'POST',
    path: `/api/${section}s/:id/${name}`,
    about: 'Changes one thing that staff keep of a request, unless it was changed since.',
    access: `${section}s.work`,
    action: `${section} changed`,
    input: v.object({ id: idSchema, version: versionSchema, ...value }),
    output: changedSchemaOf(section),
  });
}

/** Any call that `fieldCallOf` returns. */
type FieldCall = Call<v.GenericSchema<FieldChange>, ReturnType<typeof changedSchemaOf<Worked>>> & { access: `${Worked}s.work` };
type FieldChange = { id: string; version: number } & { [Name in FieldName]?: string | null };

/** The calls of a section, each with the field that it changes. */
export function fieldCallsOf(section: Worked): (readonly [FieldName, FieldCall])[] {
  return pickedFieldsOf(section).map((name) => [name, fieldCallOf(section, name) as FieldCall]);
}

export const assignInput = v.object({ id: idSchema, version: versionSchema, owner: v.nullable(idSchema) });

export const comeBackInput = v.object({
  id: idSchema,
  version: versionSchema,
  day: v.nullable(daySchema),
  why: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(limits.line, 'This is too long')), ''),
});

export const noteInput = v.object({
  id: idSchema,
  text: v.pipe(v.string(), v.trim(), v.minLength(1, 'The note is empty'), v.maxLength(limits.message, 'The note is too long')),
  mentions: v.optional(v.pipe(v.array(idSchema), v.maxLength(20)), []),
});

export const countOutput = v.object({ count: v.number(), more: v.pipe(v.boolean(), v.description('There are more than are counted')) });

/** `ours`: the server mails it. `own`: a staff member sent it with a mail program, and it is only noted. */
export const answerWays = ['ours', 'own'] as const;

export const answerInput = v.object({
  id: idSchema,
  version: versionSchema,
  way: v.picklist(answerWays),
  template: v.optional(v.pipe(v.string(), v.maxLength(40))),
  subject: v.pipe(v.string(), v.trim(), v.minLength(1, 'Say what it is about'), v.maxLength(200, 'The subject is too long')),
  text: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'The answer is empty'),
    v.maxLength(limits.message, 'The answer is too long'),
    v.check((text) => !text.includes(OWN_WORDS), `Write your answer in the place of ${OWN_WORDS}`),
  ),
});

/** Heartbeat of a stream: milliseconds between two events, and the event's name. A client that gets none for long connects again. */
export const streamBeat = { pause: 15_000, event: 'beat' } as const;

/** The last event of a stream that is closed because its session opened a newer one: the number of streams per session is limited. */
export const STREAM_CROWDED = 'crowded';

export const changesInput = v.object({
  since: v.optional(v.number()),
  watching: v.optional(v.pipe(idSchema, v.description('One whose erasure is told'))),
});

export const changesOutput = v.object({
  seq: v.pipe(v.number(), v.description('What to ask with after a lost connection')),
  ids: v.array(v.string()),
  all: v.pipe(v.boolean(), v.description('Too much changed to be told: lists are read anew')),
  gone: v.pipe(v.boolean(), v.description('The one that is watched was erased')),
});
