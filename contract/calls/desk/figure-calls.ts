import * as v from 'valibot';
import { limits } from '../../limits.ts';
import { defineCall } from './call.ts';
import { dateOrders, dateReadingsSchema } from '../../desk/date-readings.ts';
import { differencesSchema, recordDraftSchema, recordVersionSchema, shownCardSchema } from '../../desk/figure-facts.ts';

export const recordFileBytes = 4 * 1024 * 1024;

const id = v.pipe(v.string(), v.maxLength(64));
const number = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e9));
const group = v.picklist(['website', 'cognitive']);
const said = v.pipe(v.string(), v.trim(), v.maxLength(limits.message));
const reason = v.pipe(v.string(), v.trim(), v.minLength(1, 'Say why'), v.maxLength(500, 'The reason is longer than 500 characters'));

const portfolio = {
  id: v.string(),
  group,
  name: v.string(),
  sample: v.boolean(),
  removed: v.pipe(
    v.nullable(v.object({ at: v.number(), by: v.nullable(v.string()), reason: v.nullable(v.string()) })),
    v.description('When it was taken off the site, by which account, and why; its versions are there. Null: it was not'),
  ),
  removalAsked: v.pipe(
    v.nullable(v.object({ at: v.number(), by: v.string(), reason: v.string() })),
    v.description('With FOUR_EYES: who asked that it be taken off, and why; somebody else decides'),
  ),
  undisclosed: v.pipe(
    v.optional(v.boolean(), false),
    v.description('Whether something that has to be stated of its public figures is not: visitors read that. False from an older server'),
  ),
  current: v.pipe(v.nullable(recordVersionSchema), v.description('Null: nothing of it was published yet')),
  drafts: v.array(recordDraftSchema),
};

export const listFiguresCall = defineCall({
  name: 'figures.list',
  method: 'GET',
  path: '/api/figures',
  about: 'The portfolios, each with the version that is public and its drafts.',
  access: 'figures.read',
  input: v.object({}),
  output: v.object({
    portfolios: v.array(v.object(portfolio)),
    fourEyes: v.pipe(
      v.boolean(),
      v.description('Whether whoever uploaded a draft leaves it to somebody else to publish it, and says why something is taken off'),
    ),
  }),
});

export const readFigures = defineCall({
  name: 'figures.read',
  method: 'GET',
  path: '/api/figures/:id',
  about: 'A portfolio with its versions, the latest first, its drafts, and the card that the site shows.',
  access: 'figures.read',
  input: v.object({ id }),
  output: v.object({
    ...portfolio,
    versions: v.array(recordVersionSchema),
    card: v.nullable(shownCardSchema),
    factsheet: v.pipe(v.nullable(v.string()), v.description('Address of its factsheet, a PDF. Null: it is not on the site')),
    fourEyes: v.boolean(),
  }),
});

const reading = v.object({
  how: v.pipe(v.picklist(['whole', 'append']), v.description('The whole record, or the days after its last one')),
  id: v.optional(v.pipe(id, v.description('Default: as the file says, or its name'))),
  kind: v.optional(v.picklist(['values', 'returns'])),
  rebase: v.optional(v.boolean(), false),
  closed: v.optional(v.pipe(said, v.description('Further days without a value: 2024-12-31, 2025-01-01'))),
  dates: v.optional(v.pipe(v.picklist(dateOrders), v.description('How dates like 03/04/2024 are read. Default: as the column shows'))),
  sheet: v.optional(v.pipe(said, v.description('Of a workbook. Default: the first'))),
  group: v.optional(group),
  name: v.optional(said),
  'short-name': v.optional(said),
  'sub-name': v.optional(said),
  description: v.optional(said),
  disclosure: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(64)), said),
      v.description('What is stated of the figures, by its name in files: management-fee'),
    ),
  ),
});

export const draftFigures = defineCall({
  name: 'figures.draft',
  method: 'POST',
  path: '/api/figures/drafts',
  about: 'Makes a draft from the file of a track record. Nothing of it is public.',
  access: 'figures.draft',
  action: 'track record uploaded',
  asks: 'figures.publish',
  files: { file: recordFileBytes },
  input: reading,
  output: v.variant('outcome', [
    v.object({ outcome: v.literal('draft'), id: v.string(), draft: number }),
    v.object({ outcome: v.literal('same'), id: v.string(), version: number }),
    v.object({
      outcome: v.literal('refused'),
      faults: v.array(v.string()),
      more: v.pipe(v.number(), v.description('Faults beyond those that are listed')),
      readings: v.pipe(v.nullable(dateReadingsSchema), v.description('Dates with two readings: one of them is given with the next upload')),
    }),
  ]),
});

export const readFigureDraft = defineCall({
  name: 'figures.read-draft',
  method: 'GET',
  path: '/api/figures/:id/drafts/:draft',
  about: 'A draft, and what it changes of what is public.',
  access: 'figures.read',
  input: v.object({ id, draft: v.pipe(v.string(), v.digits(), v.maxLength(9)) }),
  output: v.object({
    id: v.string(),
    name: v.string(),
    draft: recordDraftSchema,
    differences: differencesSchema,
    card: v.pipe(v.nullable(shownCardSchema), v.description('As the site will show it; null before its first day')),
    cardBefore: v.nullable(shownCardSchema),
    /** The setting SHORT_RECORDS, which says why a record under twelve months may be public; '' where it is not set, null for a longer record. */
    short: v.optional(v.nullable(v.string()), null),
    outdated: v.pipe(v.nullable(v.string()), v.description('Why it cannot be published any more')),
    own: v.pipe(v.boolean(), v.description('Four eyes are set, and whoever asks has uploaded it')),
  }),
});

export const publishFigures = defineCall({
  name: 'figures.publish',
  method: 'POST',
  path: '/api/figures/:id/drafts/:draft/publish',
  about: 'Makes a draft the next version, public at once, unless something else was published since it was made.',
  access: 'figures.publish',
  action: 'track record published',
  input: v.object({
    id,
    draft: v.pipe(v.string(), v.digits(), v.maxLength(9)),
    reason: v.optional(reason),
    confirm: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.description('How many outliers were looked at')), 0),
  }),
  output: v.object({ version: number }),
});

export const discardFigures = defineCall({
  name: 'figures.discard',
  method: 'POST',
  path: '/api/figures/:id/drafts/:draft/discard',
  about: 'Drops a draft for good.',
  access: 'figures.draft',
  action: 'track record discarded',
  input: v.object({ id, draft: v.pipe(v.string(), v.digits(), v.maxLength(9)) }),
  output: v.object({}),
});

export const compareFigures = defineCall({
  name: 'figures.compare',
  method: 'GET',
  path: '/api/figures/:id/compare',
  about: 'What a version changed of another one, or would change if it came back.',
  access: 'figures.read',
  input: v.object({ id, from: number, to: number }),
  output: v.object({ differences: differencesSchema }),
});

export const revertFigures = defineCall({
  name: 'figures.revert',
  method: 'POST',
  path: '/api/figures/:id/revert',
  about:
    'Publishes a new version equal to an old one, unless something else was published since it was looked at. With FOUR_EYES it makes a draft of it, which somebody else publishes.',
  access: 'figures.publish',
  action: 'track record reverted',
  tells: 'figures.publish',
  input: v.object({
    id,
    version: number,
    seen: v.pipe(number, v.description('The version that was public when it was looked at')),
    reason: v.optional(reason),
  }),
  output: v.object({ version: v.nullable(number), draft: v.nullable(number) }),
});

export const removeFigures = defineCall({
  name: 'figures.remove',
  method: 'POST',
  path: '/api/figures/:id/remove',
  about:
    'Takes a portfolio off the site, unless another version was published since it was looked at. Its versions are kept. With FOUR_EYES one person asks, and another one decides.',
  access: 'figures.publish',
  action: 'portfolio taken off the site',
  tells: 'figures.publish',
  input: v.object({
    id,
    seen: v.optional(v.pipe(number, v.description('The version that was public when it was looked at'))),
    reason: v.optional(reason),
    decision: v.optional(v.pipe(v.picklist(['approve', 'keep']), v.description('Of what was asked for: take it off, or drop that'))),
  }),
  output: v.object({ removed: v.boolean() }),
});

export const removeSampleFigures = defineCall({
  name: 'figures.remove-samples',
  method: 'POST',
  path: '/api/samples/remove',
  about:
    'Takes every sample portfolio and sample paper off the site, unless there are others than were looked at. With FOUR_EYES one person asks, and another one decides.',
  access: 'figures.publish',
  action: 'samples taken off the site',
  tells: 'figures.publish',
  input: v.object({
    seen: v.pipe(v.array(id), v.maxLength(1000), v.description('The ids of the portfolios and papers that were looked at')),
    decision: v.optional(v.pipe(v.picklist(['approve', 'keep']), v.description('Of what was asked for: take them off, or drop that'))),
  }),
  output: v.object({ removed: v.boolean() }),
});

export const saveFigures = defineCall({
  name: 'figures.save',
  method: 'GET',
  path: '/api/figures/:id/versions/:version/file',
  about: 'A version as the file that it could be uploaded with.',
  access: 'figures.read',
  sends: 'file',
  input: v.object({ id, version: v.pipe(v.string(), v.digits(), v.maxLength(9)) }),
  output: v.object({}),
});

export const figureCalls = [
  listFiguresCall,
  readFigures,
  draftFigures,
  readFigureDraft,
  publishFigures,
  discardFigures,
  compareFigures,
  revertFigures,
  removeFigures,
  removeSampleFigures,
  saveFigures,
] as const;
