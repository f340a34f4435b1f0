import * as v from 'valibot';
import { defineCall } from './call.ts';
import { leadNews, noticeMails } from '../../desk/lead-news.ts';
import { leadSections } from '../../desk/lead-facts.ts';
import { idSchema as id } from './work-schemas.ts';

export const noticeKinds = ['named', 'assigned', ...leadNews] as const;

const at = v.pipe(v.number(), v.description('Milliseconds since the epoch'));

const notice = v.object({
  id,
  at,
  kind: v.picklist(noticeKinds),
  /** Id of the account that caused the notice; null: no colleague did. */
  actor: v.nullable(id),
  about: v.object({
    id,
    section: v.picklist(leadSections),
    request: v.string(),
    /** Name of the sender; empty if the reader's roles do not allow to see it. */
    name: v.string(),
  }),
  /** Text of a note; null if the reader's roles do not allow to see it. */
  text: v.nullable(v.string()),
  readAt: v.nullable(at),
});

export const countNotices = defineCall({
  name: 'notices.count',
  method: 'GET',
  path: '/api/notices/count',
  about: 'How many notices whoever asks has not read, and how many requests they wanted to come back to by today.',
  access: 'staff',
  input: v.object({}),
  output: v.object({ unread: v.number(), due: v.number() }),
});

export const listNotices = defineCall({
  name: 'notices.list',
  method: 'GET',
  path: '/api/notices',
  about: 'What whoever asks was named in or given, the latest hundred first.',
  access: 'staff',
  action: 'notices listed',
  recordedOnce: true,
  input: v.object({}),
  output: v.object({ notices: v.array(notice), mails: v.pipe(v.picklist(noticeMails), v.description('How often they are mailed')) }),
});

export const readNotices = defineCall({
  name: 'notices.read',
  method: 'POST',
  path: '/api/notices/read',
  about: 'Marks notices of whoever asks as read: those of one request, or all.',
  access: 'staff',
  only: 'own account',
  input: v.object({ about: v.optional(id) }),
  output: v.object({}),
});

export const chooseNoticeMails = defineCall({
  name: 'notices.choose-mails',
  method: 'POST',
  path: '/api/notices/mails',
  about: 'Says how often whoever asks is mailed their notices.',
  access: 'staff',
  only: 'own account',
  action: 'mails of notices chosen',
  input: v.object({ mails: v.picklist(noticeMails) }),
  output: v.object({}),
});

export const noticeCalls = [countNotices, listNotices, readNotices, chooseNoticeMails] as const;
