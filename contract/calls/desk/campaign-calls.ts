import * as v from 'valibot';
import { calendarTime, campaignPage, campaignQuestions, sectionKinds, templateNames } from '../../campaign-page.ts';
import type { campaignHead } from '../../campaigns.ts';
import { ILLEGIBLE_WORDS, isLegible } from '../../clean-text.ts';
import { defineCall } from './call.ts';

const campaign = v.pipe(v.string(), v.maxLength(40), v.regex(/^[a-z0-9-]+$/));
const text = v.pipe(v.string(), v.maxLength(5000));
const time = v.nullable(calendarTime);
const key = v.pipe(v.string(), v.maxLength(10));
const names = v.pipe(v.array(v.string()), v.description('Accounts'));

const waiting = v.object({ revision: v.number(), changedAt: v.number(), draftedBy: names, publishAt: time });

export const listCampaigns = defineCall({
  name: 'campaigns.list',
  method: 'GET',
  path: '/api/campaigns',
  about: 'Campaign pages: those that are public or were, and drafts.',
  access: 'content.read',
  input: v.object({}),
  output: v.object({
    campaigns: v.array(
      v.object({
        id: campaign,
        caller: v.pipe(v.string(), v.description('What its leads name')),
        name: v.string(),
        path: v.string(),
        state: v.pipe(v.picklist(['draft', 'before', 'open', 'after', 'removed']), v.description('Of what is published')),
        opensAt: time,
        closesAt: time,
        published: v.nullable(v.object({ at: v.number(), account: v.string() })),
        draft: v.nullable(waiting),
      }),
    ),
  }),
});

const template = v.picklist(templateNames);

export const beginCampaignCall = defineCall({
  name: 'campaigns.begin',
  method: 'POST',
  path: '/api/campaigns',
  about: 'Begins a campaign page, from a template or as a copy of another. Nothing of it is public.',
  access: 'content.edit',
  action: 'campaign page begun',
  input: v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'Name the campaign'),
      v.maxLength(60, 'Use 60 characters at the most'),
      v.check(isLegible, ILLEGIBLE_WORDS),
    ),
    from: v.union([v.object({ template }), v.object({ copy: campaign })]),
  }),
  output: v.object({ campaign }),
});

export const readCampaign = defineCall({
  name: 'campaigns.read',
  method: 'GET',
  path: '/api/campaigns/:campaign',
  about: 'A campaign page: its draft, what is wrong with it, and its published versions.',
  access: 'content.read',
  input: v.object({ campaign }),
  output: v.object({
    id: campaign,
    caller: v.string(),
    name: v.string(),
    page: v.pipe(campaignPage, v.description('Of the draft; without one, as it was published last')),
    draft: v.nullable(waiting),
    faults: v.pipe(v.record(v.string(), v.string()), v.description('Why it cannot be published, by field')),
    own: v.pipe(v.boolean(), v.description('Four eyes are set, and whoever asks wrote some of it')),
    versions: v.array(v.object({ number: v.number(), at: v.number(), account: v.string(), draftedBy: names, removed: v.boolean() })),
    forbidden: v.pipe(v.array(v.string()), v.description('Words that the company may not use')),
  }),
});

export const reopenCampaignCall = defineCall({
  name: 'campaigns.reopen',
  method: 'POST',
  path: '/api/campaigns/:campaign/drafts',
  about: 'Begins a change of a published campaign page, as it is or as a version of it was. Nothing of it is public.',
  access: 'content.edit',
  action: 'change of a campaign page begun',
  input: v.object({ campaign, version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))) }),
  output: v.object({}),
});

const headNames = [
  'path',
  'title',
  'description',
  'afterwards',
  'closedTitle',
  'closedText',
] as const satisfies (keyof typeof campaignHead)[];

/** One change of a page. `seen`: the text that stood there for whoever typed, so that nobody overwrites a colleague unseen. */
const change = v.variant('what', [
  v.object({ what: v.literal('text'), section: key, name: v.pipe(v.string(), v.maxLength(20)), value: text, seen: text }),
  v.object({ what: v.literal('head'), name: v.picklist(headNames), value: text, seen: text }),
  v.object({ what: v.literal('add'), kind: v.picklist(sectionKinds), after: v.nullable(key) }),
  v.object({ what: v.literal('remove'), section: key }),
  v.object({ what: v.literal('move'), section: key, by: v.picklist([-1, 1]) }),
  v.object({
    what: v.literal('question'),
    section: key,
    question: v.picklist(campaignQuestions),
    use: v.nullable(v.picklist(['optional', 'required'])),
  }),
  v.object({ what: v.literal('opensAt'), at: time }),
  v.object({ what: v.literal('closesAt'), at: time }),
  v.object({ what: v.literal('indexed'), on: v.boolean() }),
  v.object({ what: v.literal('removed'), on: v.boolean() }),
]);
export type CampaignChange = v.InferOutput<typeof change>;

export const changeCampaign = defineCall({
  name: 'campaigns.change',
  method: 'POST',
  path: '/api/campaigns/:campaign/changes',
  about: 'Changes the draft of a campaign page: a text, a section, a question of its form, or when it is open.',
  access: 'content.edit',
  action: 'draft of a campaign page changed',
  input: v.object({ campaign, change }),
  output: v.object({ revision: v.number() }),
});

export const publishCampaignCall = defineCall({
  name: 'campaigns.publish',
  method: 'POST',
  path: '/api/campaigns/:campaign/publish',
  about: 'Makes the draft of a campaign page public, at once or at a time.',
  access: 'content.publish',
  action: 'campaign page published',
  input: v.object({
    campaign,
    revision: v.number(),
    at: v.optional(v.pipe(calendarTime, v.description('When; default: now'))),
  }),
  output: v.object({ version: v.pipe(v.number(), v.description('0: it waits for its time')) }),
});

export const discardCampaign = defineCall({
  name: 'campaigns.discard',
  method: 'POST',
  path: '/api/campaigns/:campaign/discard',
  about: 'Drops the draft of a campaign page for good. What is public stays.',
  access: 'content.edit',
  action: 'draft of a campaign page discarded',
  input: v.object({ campaign }),
  output: v.object({}),
});

export const showCampaign = defineCall({
  name: 'campaigns.page',
  method: 'GET',
  path: '/api/campaigns/:campaign/page',
  about: 'A campaign page as it will be with its draft, its texts marked by their paths.',
  access: 'content.read',
  sends: 'file',
  input: v.object({
    campaign,
    view: v.optional(v.picklist(['open', 'closed', 'sent']), 'open'),
    revision: v.optional(v.pipe(v.string(), v.description('Names the state of the draft, so that browsers load it anew'))),
  }),
  output: v.object({}),
});

export const campaignCalls = [
  listCampaigns,
  beginCampaignCall,
  readCampaign,
  reopenCampaignCall,
  changeCampaign,
  publishCampaignCall,
  discardCampaign,
  showCampaign,
] as const;
