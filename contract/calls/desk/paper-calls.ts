import * as v from 'valibot';
import { defineCall } from './call.ts';

/** Maximum bytes. Smaller than those of the command, because a body of the desk has at most 16 MB. */
export const paperFileBytes = { pdf: 15 * 1024 * 1024, image: 1024 * 1024 } as const;

const id = v.pipe(v.string(), v.maxLength(64));
const takenOffReason = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'Say why'),
  v.maxLength(500, 'The reason is longer than 500 characters'),
);
const account = v.nullable(v.string());
const at = v.pipe(v.number(), v.description('Milliseconds since the epoch'));
const draft = v.pipe(v.string(), v.maxLength(64), v.description('Which upload was looked at'));

const words = {
  name: v.string(),
  descr: v.string(),
  date: v.nullable(v.string()),
  portfolios: v.array(v.string()),
  size: v.number(),
  hasImage: v.boolean(),
};

export const listPapersCall = defineCall({
  name: 'papers.list',
  method: 'GET',
  path: '/api/papers',
  about: 'The papers in the order of the page, and those that are not public yet.',
  access: 'figures.read',
  input: v.object({}),
  output: v.object({
    papers: v.array(
      v.object({
        id: v.string(),
        ...words,
        address: v.string(),
        sample: v.boolean(),
        addedAt: at,
        draftedBy: account,
        publishedBy: account,
        removalAsked: v.pipe(
          v.nullable(v.object({ at, by: v.string(), reason: v.string() })),
          v.description('With FOUR_EYES: who asked that it be withdrawn, and why; somebody else decides'),
        ),
        requests: v.pipe(
          v.object({ asked: v.number(), confirmed: v.number(), sent: v.number() }),
          v.description('How often it was asked for by e-mail, of these how often the address was confirmed, and how often it was sent'),
        ),
      }),
    ),
    drafts: v.array(
      v.object({
        id: v.string(),
        draft,
        ...words,
        first: v.boolean(),
        createdAt: at,
        draftedBy: v.string(),
        replaces: v.pipe(v.boolean(), v.description('A paper with this id is public')),
        outdated: v.pipe(v.boolean(), v.description('That paper was changed since')),
        own: v.pipe(v.boolean(), v.description('Four eyes are set, and whoever asks has uploaded it')),
      }),
    ),
    portfolios: v.array(v.object({ id: v.string(), name: v.string() })),
    fourEyes: v.boolean(),
  }),
});

export const draftPaper = defineCall({
  name: 'papers.draft',
  method: 'POST',
  path: '/api/papers/drafts',
  about: 'Makes a draft of a paper, in the place of its draft before. What is not sent of a public paper stays as it is.',
  access: 'figures.draft',
  action: 'paper uploaded',
  asks: 'figures.publish',
  files: paperFileBytes,
  input: v.object({
    id: v.optional(v.pipe(id, v.description('Of a paper whose place it takes. Default: from the title'))),
    name: v.pipe(v.string(), v.trim(), v.minLength(1, 'The title is missing'), v.maxLength(120, 'The title is longer than 120 characters')),
    descr: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'Say in a sentence what it is about'),
      v.maxLength(600, 'This is longer than 600 characters'),
    ),
    date: v.optional(v.pipe(v.string(), v.isoDate('Enter a day'))),
    portfolios: v.optional(v.pipe(v.array(id), v.maxLength(50)), []),
    first: v.optional(v.boolean(), false),
  }),
  output: v.object({ id: v.string(), draft }),
});

export const publishPaper = defineCall({
  name: 'papers.publish',
  method: 'POST',
  path: '/api/papers/:id/publish',
  about: 'Puts a draft on the insights page, unless it or the paper whose place it takes was changed since it was looked at.',
  access: 'figures.publish',
  action: 'paper published',
  input: v.object({ id, draft }),
  output: v.object({}),
});

export const discardPaper = defineCall({
  name: 'papers.discard',
  method: 'POST',
  path: '/api/papers/:id/discard',
  about: 'Drops the draft of a paper for good.',
  access: 'figures.draft',
  action: 'paper discarded',
  input: v.object({ id, draft }),
  output: v.object({}),
});

export const withdrawPaper = defineCall({
  name: 'papers.withdraw',
  method: 'POST',
  path: '/api/papers/:id/withdraw',
  about:
    'Takes a paper off the site, for good, unless it was replaced since it was looked at. With FOUR_EYES one person asks, and another one decides.',
  access: 'figures.publish',
  action: 'paper withdrawn',
  tells: 'figures.publish',
  input: v.object({
    id,
    seen: v.optional(v.pipe(at, v.description('Since when the paper that was looked at is public'))),
    reason: v.optional(takenOffReason),
    decision: v.optional(v.pipe(v.picklist(['approve', 'keep']), v.description('Of what was asked for: withdraw it, or drop that'))),
  }),
  output: v.object({ withdrawn: v.boolean() }),
});

export const openPaper = defineCall({
  name: 'papers.open',
  method: 'GET',
  path: '/api/papers/:id/:state/:part',
  about: 'The PDF or the picture of a paper, or of its draft.',
  access: 'figures.read',
  sends: 'file',
  input: v.object({ id, state: v.picklist(['public', 'draft']), part: v.picklist(['pdf', 'image']) }),
  output: v.object({}),
});

export const paperCalls = [listPapersCall, draftPaper, publishPaper, discardPaper, withdrawPaper, openPaper] as const;
