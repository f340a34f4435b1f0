import * as v from 'valibot';
import { calendarTime } from '../../campaign-page.ts';
import { ILLEGIBLE_WORDS, isLegible } from '../../clean-text.ts';
import { contentKinds } from '../../content-fields.ts';
import { permissions, type Permission } from '../../desk/roles.ts';
import { pictureLimits, pictureShapes, type PictureShape } from '../../pictures.ts';
import { defineCall } from './call.ts';

const value = v.union([v.pipe(v.string(), v.maxLength(5000)), v.number()]);
const draft = v.pipe(v.string(), v.maxLength(40));
const title = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'Name the change'),
  v.maxLength(80, 'Use 80 characters at the most'),
  v.check(isLegible, ILLEGIBLE_WORDS),
);
const path = v.pipe(v.string(), v.maxLength(200));

const shape = v.picklist(Object.keys(pictureShapes) as PictureShape[]);

const waiting = v.object({
  id: v.string(),
  title: v.string(),
  changedAt: v.number(),
  draftedBy: v.array(v.string()),
  changes: v.number(),
  publishAt: v.nullable(v.number()),
  approvedBy: v.nullable(v.string()),
});

export const readContent = defineCall({
  name: 'content.read',
  method: 'GET',
  path: '/api/content',
  about: 'The texts of the site that staff may change, with what is shown now; drafts, and what was published.',
  access: 'content.read',
  input: v.object({}),
  output: v.object({
    fields: v.array(
      v.object({
        path: v.string(),
        kind: v.picklist(contentKinds),
        longest: v.number(),
        shipped: value,
        isOptional: v.optional(v.boolean()),
        title: v.optional(v.string()),
        about: v.optional(v.string()),
        locked: v.optional(v.pipe(v.string(), v.description('Why nobody changes it here'))),
        needs: v.optional(
          v.pipe(
            v.picklist(Object.keys(permissions) as Permission[]),
            v.description('Permission that its change and publication need besides'),
          ),
        ),
        isSecret: v.optional(v.pipe(v.boolean(), v.description('Nobody is shown what it is'))),
        value: v.pipe(value, v.description('What visitors see')),
        renewed: v.pipe(
          v.nullable(value),
          v.description('What ships now, where that was rewritten since staff put their own in its place'),
        ),
        items: v.optional(
          v.pipe(v.object({ least: v.number(), most: v.number() }), v.description('Of a list: how many items it may have')),
        ),
        picture: v.optional(
          v.pipe(
            v.object({ shape, alt: v.optional(v.string()) }),
            v.description('Of a picture: its place, and the path of its alternative text; none where it is decoration'),
          ),
        ),
      }),
    ),
    pages: v.array(
      v.object({
        path: v.string(),
        title: v.string(),
        parts: v.optional(v.pipe(v.array(v.string()), v.description('Whose fields are listed, where no page shows them'))),
      }),
    ),
    drafts: v.array(waiting),
    versions: v.array(
      v.object({
        number: v.number(),
        title: v.string(),
        at: v.number(),
        account: v.string(),
        draftedBy: v.array(v.string()),
        changed: v.pipe(v.array(v.string()), v.description('Paths of the texts that it changed')),
      }),
    ),
    fourEyes: v.boolean(),
    forbidden: v.pipe(v.array(v.string()), v.description('Words that the company may not use')),
  }),
});

export const openContentDraft = defineCall({
  name: 'content.open',
  method: 'POST',
  path: '/api/content/drafts',
  about: 'Begins a change of the site’s texts, or one that leads back to an earlier version. Nothing of it is public.',
  access: 'content.edit',
  action: 'change of texts begun',
  input: v.object({ title, version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))) }),
  output: v.object({ draft: v.string() }),
});

export const readContentDraft = defineCall({
  name: 'content.read-draft',
  method: 'GET',
  path: '/api/content/drafts/:draft',
  about: 'A change of the site’s texts: each text as it is and as it will be.',
  access: 'content.read',
  input: v.object({ draft }),
  output: v.object({
    ...waiting.entries,
    revision: v.pipe(v.number(), v.description('Given back to publish what was looked at')),
    changed: v.array(
      v.object({
        path: v.string(),
        before: v.pipe(value, v.description('What visitors see')),
        after: value,
        overtaken: v.pipe(v.boolean(), v.description('Another value was published since it was written')),
        fault: v.nullable(v.string()),
      }),
    ),
    own: v.pipe(v.boolean(), v.description('Four eyes are set, and whoever asks wrote some of it')),
  }),
});

export const changeContent = defineCall({
  name: 'content.change',
  method: 'POST',
  path: '/api/content/drafts/:draft/changes',
  about: 'Puts a text into a change, unless a colleague changed the same text since.',
  access: 'content.edit',
  action: 'text changed in a draft',
  input: v.object({
    draft,
    path,
    value: v.pipe(v.nullable(value), v.description('Null: what ships')),
    seen: v.pipe(value, v.description('What the change had there before')),
  }),
  output: v.object({ revision: v.number() }),
});

const key = v.pipe(v.string(), v.regex(/^(?:\d{1,4}|k[0-9a-z]{7})$/));

export const changeList = defineCall({
  name: 'content.list',
  method: 'POST',
  path: '/api/content/drafts/:draft/lists',
  about: 'Adds, removes or moves an item of a list in a change. A new item is a copy of the first.',
  access: 'content.edit',
  action: 'list changed in a draft',
  input: v.object({
    draft,
    path,
    change: v.variant('kind', [
      v.object({ kind: v.literal('add'), after: v.pipe(key, v.description('The item before the new one')) }),
      v.object({ kind: v.literal('remove'), key }),
      v.object({ kind: v.literal('move'), key, by: v.pipe(v.number(), v.integer(), v.description('Places towards the end')) }),
    ]),
  }),
  output: v.object({ revision: v.number() }),
});

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

export const replacePicture = defineCall({
  name: 'content.picture',
  method: 'POST',
  path: '/api/content/drafts/:draft/pictures',
  about: 'Draws a picture anew in the sizes of its place, without its metadata, and puts it into a change with its alternative text.',
  access: 'content.edit',
  action: 'picture put into a draft',
  files: { picture: pictureLimits.bytes },
  input: v.object({
    draft,
    path,
    seen: v.pipe(value, v.description('What the change had there before')),
    alt: v.optional(
      v.object({
        text: v.pipe(v.string(), v.trim(), v.maxLength(1000), v.description('Empty: the picture is decoration')),
        seen: value,
        decorative: v.optional(v.boolean(), false),
      }),
    ),
    focus: v.optional(
      v.pipe(v.object({ x: share, y: share }), v.description('What stays in sight where the picture is cut; default: its middle')),
      { x: 0.5, y: 0.5 },
    ),
  }),
  output: v.object({ revision: v.number() }),
});

export const showPicture = defineCall({
  name: 'content.picture-file',
  method: 'GET',
  path: '/api/content/pictures/:file',
  about: 'A file of a picture of the site, public or not yet.',
  access: 'content.read',
  sends: 'file',
  input: v.object({ file: v.pipe(v.string(), v.maxLength(80)) }),
  output: v.object({}),
});

export const publishContent = defineCall({
  name: 'content.publish',
  method: 'POST',
  path: '/api/content/drafts/:draft/publish',
  about: 'Makes a change of the site’s texts public, at once or at a time.',
  access: 'content.publish',
  action: 'texts published',
  input: v.object({
    draft,
    revision: v.number(),
    at: v.optional(v.pipe(calendarTime, v.description('When; default: now'))),
    confirmed: v.optional(v.pipe(v.array(path), v.maxLength(1000), v.description('Overtaken texts that were looked at')), []),
  }),
  output: v.object({ version: v.pipe(v.number(), v.description('0: it waits for its time')) }),
});

export const discardContent = defineCall({
  name: 'content.discard',
  method: 'POST',
  path: '/api/content/drafts/:draft/discard',
  about: 'Drops a change of the site’s texts for good.',
  access: 'content.edit',
  action: 'change of texts discarded',
  input: v.object({ draft }),
  output: v.object({}),
});

export const showContentPage = defineCall({
  name: 'content.page',
  method: 'GET',
  path: '/api/content/drafts/:draft/page',
  about: 'A page as it will be with a change, its texts marked by their paths.',
  access: 'content.read',
  sends: 'file',
  input: v.object({
    draft,
    page: v.pipe(v.string(), v.maxLength(200)),
    revision: v.optional(v.pipe(v.string(), v.description('Names the state of the draft, so that browsers load it anew'))),
  }),
  output: v.object({}),
});

export const tryContentMail = defineCall({
  name: 'content.try-mail',
  method: 'POST',
  path: '/api/content/drafts/:draft/try',
  about: 'Mails one variant with the texts of a change to whoever asks. Its links lead nowhere.',
  access: 'content.edit',
  action: 'mail tried',
  input: v.object({ draft, page: v.pipe(v.string(), v.maxLength(200)) }),
  output: v.object({}),
});

export const contentCalls = [
  readContent,
  openContentDraft,
  readContentDraft,
  changeContent,
  changeList,
  replacePicture,
  showPicture,
  publishContent,
  discardContent,
  showContentPage,
  tryContentMail,
] as const;
