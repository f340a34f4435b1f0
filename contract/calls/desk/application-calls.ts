import * as v from 'valibot';
import { limits } from '../../limits.ts';
import {
  applicationPageSchema,
  applicationRowSchema,
  applicationSorts,
  applicationViews,
  scanStates,
} from '../../desk/application-facts.ts';
import { applicationFunnelSchema, funnelDays, funnelGroups } from '../../desk/application-funnel.ts';
import { applicationAnswers } from '../../desk/application-stages.ts';
import { choiceSchema, filterEntriesOf, scoreSchema } from '../../desk/staff-field-schemas.ts';
import { defineCall } from './call.ts';
import { answerWays, fieldCallOf, fieldCallsOf, idSchema as id, versionSchema as version } from './work-schemas.ts';
import { workCallsOf } from './work-calls.ts';

const stage = choiceSchema('stage');

const asked = {
  view: v.optional(v.picklist(applicationViews)),
  position: v.optional(v.pipe(v.string(), v.maxLength(limits.applicationSubject))),
  ...filterEntriesOf('application'),
  scan: v.optional(v.picklist(scanStates)),
  sample: v.optional(v.boolean()),
  search: v.optional(v.pipe(v.string(), v.maxLength(100))),
  sort: v.optional(v.picklist(applicationSorts), 'newest'),
};

export const applicationWork = workCallsOf('application', {
  row: applicationRowSchema,
  page: applicationPageSchema,
  asked,
  work: 'application',
  answer: v.object({
    id,
    version,
    way: v.optional(v.picklist(answerWays), 'ours'),
    template: v.picklist(applicationAnswers),
    subject: v.pipe(v.string(), v.trim(), v.minLength(1, 'Say what it is about'), v.maxLength(limits.line, 'The subject is too long')),
    text: v.pipe(v.string(), v.trim(), v.minLength(1, 'The mail is empty'), v.maxLength(limits.message, 'The mail is too long')),
    stage: v.optional(stage),
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

export const exportApplicationsCall = defineCall({
  name: 'applications.export',
  method: 'POST',
  path: '/api/applications/export',
  about: 'The applications that fit a filter and a search as CSV, in an order, without their CVs.',
  access: 'applications.export',
  action: 'applications exported',
  fresh: true,
  tells: 'people.manage',
  sends: 'file',
  input: v.object(asked),
  output: v.object({}),
});

export const applicationFunnelCall = defineCall({
  name: 'applications.funnel',
  method: 'GET',
  path: '/api/applications/funnel',
  about: 'How far the applications of the last days came, by position or by source, without suspected spam.',
  access: 'applications.read',
  input: v.object({
    by: v.optional(v.picklist(funnelGroups), 'position'),
    days: v.optional(
      v.pipe(
        v.number(),
        v.check((days) => funnelDays.some((one) => one === days), `Choose one of ${funnelDays.join(', ')} days`),
      ),
      90,
    ),
  }),
  output: applicationFunnelSchema,
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

export const applicationCalls = [
  ...Object.values(applicationWork),
  countApplicationsCall,
  exportApplicationsCall,
  applicationFunnelCall,
  openCv,
  ...fieldCallsOf('application').map(([, call]) => call),
  rateApplicationCall,
] as const;
