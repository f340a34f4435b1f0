import * as v from 'valibot';
import { limits } from '../../limits.ts';
import {
  applicationPageSchema,
  applicationRowSchema,
  applicationSorts,
  applicationViews,
  scanStates,
} from '../../desk/application-facts.ts';
import { applicationAnswers } from '../../desk/application-stages.ts';
import { choiceSchema, filterEntriesOf, scoreSchema } from '../../desk/staff-field-schemas.ts';
import { defineCall } from './call.ts';
import {
  answerWays,
  assignInput,
  changedSchemaOf,
  changesInput,
  changesOutput,
  emptyOutput,
  fieldCallOf,
  fieldCallsOf,
  idSchema as id,
  noteInput,
  releaseInput,
  releaseOutput,
  versionSchema as version,
} from './work-schemas.ts';

const stage = choiceSchema('stage');
const changed = changedSchemaOf('application');

export const listApplicationsCall = defineCall({
  name: 'applications.list',
  method: 'POST',
  path: '/api/applications/list',
  about: 'A page of the applications that fit a filter and a search, in an order. Suspected spam is shown by its view alone.',
  access: 'applications.read',
  action: 'applications listed',
  recordedOnce: true,
  input: v.object({
    view: v.optional(v.picklist(applicationViews)),
    position: v.optional(v.pipe(v.string(), v.maxLength(limits.applicationSubject))),
    ...filterEntriesOf('application'),
    scan: v.optional(v.picklist(scanStates)),
    sample: v.optional(v.boolean()),
    search: v.optional(v.pipe(v.string(), v.maxLength(100))),
    sort: v.optional(v.picklist(applicationSorts), 'newest'),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200)), 50),
  }),
  output: v.object({
    applications: v.array(applicationRowSchema),
    next: v.nullable(v.string()),
    previous: v.nullable(v.string()),
    complete: v.pipe(v.boolean(), v.description('False: the search was cut off before a page was full, and next goes on with it')),
  }),
});

export const countApplicationsCall = defineCall({
  name: 'applications.count',
  method: 'GET',
  path: '/api/applications/counts',
  about:
    'How many applications stand in which stage, by position, without suspected spam; and how many of each are open and one’s own, or suspected spam.',
  access: 'applications.read',
  input: v.object({}),
  output: v.object({
    counts: v.array(v.object({ position: v.string(), stage, count: v.number() })),
    views: v.array(v.object({ position: v.string(), mine: v.number(), spam: v.number() })),
  }),
});

export const applicationChanges = defineCall({
  name: 'applications.changes',
  method: 'GET',
  path: '/api/applications/changes',
  about: 'Tells which applications came or changed, as it happens.',
  access: 'applications.read',
  sends: 'events',
  input: changesInput,
  output: changesOutput,
});

export const readApplicationCall = defineCall({
  name: 'applications.read',
  method: 'GET',
  path: '/api/applications/:id',
  about: 'Everything on an application, with its timeline; its CV is a call of its own.',
  access: 'applications.read',
  action: 'application opened',
  recordedOnce: true,
  input: v.object({ id }),
  output: applicationPageSchema,
});

export const openCv = defineCall({
  name: 'applications.cv',
  method: 'GET',
  path: '/api/applications/:id/cv',
  about: 'The CV as it was sent, as a file to store. One that is held back for the virus scanner is not given out.',
  access: 'cvs.open',
  action: 'cv opened',
  sends: 'file',
  input: v.object({ id, stored: v.optional(v.pipe(v.boolean(), v.description('To be kept as a file, and not only looked at'))) }),
  output: v.object({}),
});

export const assignApplicationCall = defineCall({
  name: 'applications.assign',
  method: 'POST',
  path: '/api/applications/:id/assign',
  about: 'Gives an application to somebody of the staff, or to nobody, unless it was changed since.',
  access: 'applications.work',
  action: 'application assigned',
  input: assignInput,
  output: changed,
});

export const changeStageCall = fieldCallOf('application', 'stage');

export const rateApplicationCall = defineCall({
  name: 'applications.rate',
  method: 'POST',
  path: '/api/applications/:id/rating',
  about: 'Gives an application one’s own rating from 1 to 5, or takes it back. Everybody has one of their own.',
  access: 'applications.work',
  action: 'application rated',
  input: v.object({ id, rating: v.nullable(scoreSchema) }),
  output: v.object({}),
});

export const noteApplication = defineCall({
  name: 'applications.note',
  method: 'POST',
  path: '/api/applications/:id/notes',
  about: 'Adds a note to an application, with the accounts that it names by @.',
  access: 'applications.work',
  action: 'application noted',
  input: noteInput,
  output: emptyOutput,
});

export const releaseApplicationCall = defineCall({
  name: 'applications.release',
  method: 'POST',
  path: '/api/applications/:id/release',
  about: 'Takes the mark of suspected spam off an application, and sends what it held back.',
  access: 'applications.work',
  action: 'application released',
  input: releaseInput,
  output: releaseOutput,
});

export const answerApplicationCall = defineCall({
  name: 'applications.answer',
  method: 'POST',
  path: '/api/applications/:id/answer',
  about:
    'Sends the applicant a mail in the words of whoever answers, or notes one that they sent themselves, and puts the application into a stage, unless it was changed since. Where nothing can be sent, nothing is changed.',
  access: 'applications.work',
  action: 'application answered',
  input: v.object({
    id,
    version,
    way: v.optional(v.picklist(answerWays), 'ours'),
    template: v.picklist(applicationAnswers),
    subject: v.pipe(v.string(), v.trim(), v.minLength(1, 'Say what it is about'), v.maxLength(limits.line, 'The subject is too long')),
    text: v.pipe(v.string(), v.trim(), v.minLength(1, 'The mail is empty'), v.maxLength(limits.message, 'The mail is too long')),
    stage: v.optional(stage),
  }),
  output: v.variant('outcome', [
    ...changed.options,
    v.object({
      outcome: v.literal('not sent'),
      reason: v.pipe(v.string(), v.description('In a sentence, with the setting that mends it')),
    }),
  ]),
});

export const applicationCalls = [
  listApplicationsCall,
  countApplicationsCall,
  applicationChanges,
  readApplicationCall,
  openCv,
  assignApplicationCall,
  ...fieldCallsOf('application').map(([, call]) => call),
  rateApplicationCall,
  noteApplication,
  releaseApplicationCall,
  answerApplicationCall,
] as const;
