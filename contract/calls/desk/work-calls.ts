import * as v from 'valibot';
import type { LeadSection, leadSorts } from '../../desk/lead-facts.ts';
import type { Worked } from '../../desk/staff-fields.ts';
import { defineCall, type Call } from './call.ts';
import {
  assignInput,
  comeBackInput,
  changedSchemaOf,
  changesInput,
  changesOutput,
  idSchema as id,
  noteInput,
  versionSchema as version,
} from './work-schemas.ts';

/** How similar requests are found: not at all, by the network that sent them, or by the domain of their addresses. */
export const spamKinds = ['this', 'network', 'domain'] as const;
export type SpamKind = (typeof spamKinds)[number];

const alike = v.object({
  id,
  by: v.picklist(spamKinds),
  hours: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(24 * 30),
    v.description('They came at most so long before it or after it'),
  ),
});

/** Schemas of a row in the list, of the page of one request, and of the filters of the list. */
type Read<Row, Page, Asked> = { row: Row; page: Page; asked: Asked };
/** `work`: whether owner and version are kept as a lead's or as an application's. `answer`: schema of an answer by staff. */
type Change<Work, Answer> = { work: Work; answer: Answer };

/** The calls that leads, messages and applications have in common. Each section has separate paths, permissions, rows and pages. */
export function workCallsOf<
  const Name extends LeadSection,
  Row extends v.GenericSchema,
  Page extends v.GenericSchema,
  Asked extends v.ObjectEntries,
  Work extends Worked,
  Answer extends v.GenericSchema,
>(name: Name, schemas: Read<Row, Page, Asked> & Change<Work, Answer>) {
  return { ...readCallsOf(name, schemas), ...changeCallsOf(name, schemas), ...spamCallsOf(name) };
}

function readCallsOf<
  const Name extends LeadSection,
  Row extends v.GenericSchema,
  Page extends v.GenericSchema,
  Asked extends v.ObjectEntries,
>(name: Name, { row, page, asked }: Read<Row, Page, Asked>) {
  const read = { access: `${name}s.read`, recordedOnce: true } as const;
  return {
    list: defineCall({
      ...read,
      name: `${name}s.list`,
      method: 'POST',
      path: `/api/${name}s/list`,
      only: 'reads',
      about: `A page of the ${name}s that fit a filter and a search, in an order. Suspected spam is shown by its view alone.`,
      action: `${name}s listed`,
      input: v.object({
        ...asked,
        cursor: v.optional(v.pipe(v.string(), v.maxLength(1000))),
        limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)), 50),
      }),
      output: v.object({
        ...({ [`${name}s`]: v.array(row) } as { [Key in `${Name}s`]: v.ArraySchema<Row, undefined> }),
        next: v.nullable(v.string()),
      }),
    }),
    changes: defineCall({
      name: `${name}s.changes`,
      method: 'GET',
      path: `/api/${name}s/changes`,
      about: `Tells which ${name}s came or changed, as it happens.`,
      access: read.access,
      sends: 'events',
      input: changesInput,
      output: changesOutput,
    }),
    read: defineCall({
      ...read,
      name: `${name}s.read`,
      method: 'GET',
      path: `/api/${name}s/:id`,
      about: `Everything on one of the ${name}s, with its timeline.`,
      action: `${name} opened`,
      input: v.object({ id }),
      output: page,
    }),
  } as const;
}

function changeCallsOf<const Name extends LeadSection, Work extends Worked, Answer extends v.GenericSchema>(
  name: Name,
  { work, answer }: Change<Work, Answer>,
) {
  const write = { method: 'POST', access: `${name}s.work` } as const;
  const changed = changedSchemaOf(work);
  return {
    assign: defineCall({
      ...write,
      name: `${name}s.assign`,
      path: `/api/${name}s/:id/assign`,
      about: `Gives one of the ${name}s to somebody of the staff, or to nobody, unless it was changed since.`,
      action: `${name} assigned`,
      input: assignInput,
      output: changed,
    }),
    comeBack: defineCall({
      ...write,
      name: `${name}s.come-back`,
      path: `/api/${name}s/:id/come-back`,
      about: `Says on which day staff come back to one of the ${name}s, and why, or that they need not, unless it was changed since.`,
      action: `${name} changed`,
      input: comeBackInput,
      output: changed,
    }),
    note: defineCall({
      ...write,
      name: `${name}s.note`,
      path: `/api/${name}s/:id/notes`,
      about: `Adds a note to one of the ${name}s, with the accounts that it names by @.`,
      action: `${name} noted`,
      input: noteInput,
      output: v.object({}),
    }),
    answer: defineCall({
      ...write,
      name: `${name}s.answer`,
      path: `/api/${name}s/:id/answer`,
      about: `Mails an answer to whoever sent one of the ${name}s, or notes one that went by another way, unless it was changed since. Where nothing can be sent, nothing is changed.`,
      action: `${name} answered`,
      input: answer,
      output: v.variant('outcome', [
        ...changed.options,
        v.object({
          outcome: v.literal('not sent'),
          reason: v.pipe(v.string(), v.description('In a sentence, with the setting that mends it')),
        }),
      ]),
    }),
    release: defineCall({
      ...write,
      name: `${name}s.release`,
      path: `/api/${name}s/:id/release`,
      about: `Takes the mark of suspected spam off one of the ${name}s, and sends what it held back.`,
      action: `${name} released`,
      input: v.object({ id }),
      output: v.object({ released: v.pipe(v.boolean(), v.description('False: it had no mark')) }),
    }),
  } as const;
}

/** Calls against a flood of false requests. */
function spamCallsOf<const Name extends LeadSection>(name: Name) {
  const write = { method: 'POST', access: `${name}s.work` } as const;
  return {
    findAlike: defineCall({
      ...write,
      name: `${name}s.alike`,
      path: `/api/${name}s/:id/alike`,
      about: `The ${name}s that are like one and that nobody has taken up yet: how many, and the newest of them.`,
      action: `${name}s listed`,
      recordedOnce: true,
      input: alike,
      output: v.object({
        count: v.number(),
        meetings: v.pipe(v.number(), v.description('That they booked and that are to come')),
        mails: v.pipe(v.number(), v.description('That wait to be sent for them')),
        newest: v.array(v.object({ id: v.string(), name: v.string(), email: v.string(), createdAt: v.number() })),
        network: v.pipe(v.boolean(), v.description('It is known which network it came from')),
        domain: v.pipe(v.nullable(v.string()), v.description('Null: many people’s, as a mailbox provider’s')),
      }),
    }),
    markSpam: defineCall({
      ...write,
      name: `${name}s.mark-spam`,
      path: `/api/${name}s/:id/spam`,
      about: `Marks one of the ${name}s as suspected spam, with those that are like it: their meetings are cancelled, and mails that wait are withheld.`,
      action: `${name}s marked as spam`,
      input: v.object({ ...alike.entries, version: v.optional(version) }),
      output: v.object({ marked: v.number(), cancelled: v.number() }),
    }),
    releaseFlood: defineCall({
      ...write,
      name: `${name}s.release-flood`,
      path: `/api/${name}s/:id/spam/release`,
      about: `Takes the mark of suspected spam off one of the ${name}s and off those that were marked with it. Meetings stay cancelled.`,
      action: `${name}s released`,
      input: v.object({ id }),
      output: v.object({ released: v.number() }),
    }),
  } as const;
}

type Paged = { sort?: (typeof leadSorts)[number] | undefined; cursor?: string | undefined; limit: number };
type Taking<Input> = Call<v.GenericSchema<unknown, Input>, v.GenericSchema<object>>;

/** The calls of any section, typed by their inputs. */
export type WorkCalls<Asked, Answer> = {
  list: Taking<Asked & Paged>;
  changes: Call<typeof changesInput, typeof changesOutput> & { sends: 'events' };
  read: Taking<{ id: string }>;
  assign: Taking<v.InferOutput<typeof assignInput>>;
  comeBack: Taking<v.InferOutput<typeof comeBackInput>>;
  note: Taking<v.InferOutput<typeof noteInput>>;
  answer: Taking<Answer & { id: string; version: number }>;
  release: Taking<{ id: string }>;
};
