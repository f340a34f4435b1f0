import * as v from 'valibot';
import { shownCardSchema } from '../../desk/figure-facts.ts';
import { defineCall } from './call.ts';

const day = v.pipe(v.string(), v.isoDate('Enter a day'));
const draft = v.pipe(v.string(), v.digits(), v.maxLength(9));

const reporting = v.object({
  label: v.string(),
  dates: v.object({ website: v.string(), cognitive: v.string() }),
  published: v.pipe(
    v.nullable(v.object({ at: v.number(), account: v.string(), draftedBy: v.string() })),
    v.description('Null: the date that the samples come with'),
  ),
});

const waiting = v.object({ number: v.number(), date: v.string(), label: v.string(), at: v.number(), account: v.string() });

export const readReporting = defineCall({
  name: 'reporting.read',
  method: 'GET',
  path: '/api/reporting-date',
  about: 'The date that the site shows figures of, the earlier ones, the draft of another, and what waits for one.',
  access: 'figures.read',
  input: v.object({}),
  output: v.object({
    current: reporting,
    earlier: v.array(reporting),
    draft: v.nullable(waiting),
    suggested: v.pipe(v.nullable(v.string()), v.description('The latest quarter’s end after it that all records reach, or one of them')),
    past: v.pipe(
      v.array(v.object({ id: v.string(), name: v.string(), to: v.string() })),
      v.description('Portfolios whose records have days after the date, with their last day'),
    ),
    months: v.pipe(v.nullable(v.number()), v.description('The months of the setting, where the date is older; null: it is not')),
    fourEyes: v.boolean(),
  }),
});

export const draftReportingCall = defineCall({
  name: 'reporting.draft',
  method: 'POST',
  path: '/api/reporting-date/drafts',
  about: 'Proposes a reporting date, in the place of the draft that waits. Nothing of it is public.',
  access: 'figures.draft',
  action: 'reporting date proposed',
  asks: 'figures.publish',
  input: v.object({ date: day }),
  output: v.object({ draft: v.number() }),
});

export const readReportingDraft = defineCall({
  name: 'reporting.read-draft',
  method: 'GET',
  path: '/api/reporting-date/drafts/:draft',
  about: 'The draft of a reporting date: each card as it is and as it will be.',
  access: 'figures.read',
  input: v.object({ draft }),
  output: v.object({
    ...waiting.entries,
    current: v.string(),
    cards: v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        lags: v.pipe(v.boolean(), v.description('Its record ends before the date, and its card says so')),
        before: v.nullable(shownCardSchema),
        after: v.nullable(shownCardSchema),
      }),
    ),
    lagging: v.number(),
    seen: v.pipe(v.string(), v.description('Given back to publish what was looked at')),
    own: v.pipe(v.boolean(), v.description('Four eyes are set, and whoever asks has proposed it')),
  }),
});

export const publishReportingCall = defineCall({
  name: 'reporting.publish',
  method: 'POST',
  path: '/api/reporting-date/drafts/:draft/publish',
  about: 'Makes a draft the reporting date, public at once, unless a record was published since it was looked at.',
  access: 'figures.publish',
  action: 'reporting date published',
  input: v.object({
    draft,
    seen: v.pipe(v.string(), v.maxLength(64)),
    confirm: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.description('How many lagging portfolios were looked at')), 0),
  }),
  output: v.object({ label: v.string() }),
});

export const discardReportingCall = defineCall({
  name: 'reporting.discard',
  method: 'POST',
  path: '/api/reporting-date/drafts/:draft/discard',
  about: 'Drops the draft of a reporting date for good.',
  access: 'figures.draft',
  action: 'reporting date discarded',
  input: v.object({ draft }),
  output: v.object({}),
});

export const reportingCalls = [readReporting, draftReportingCall, readReportingDraft, publishReportingCall, discardReportingCall] as const;
