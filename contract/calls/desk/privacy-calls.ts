import * as v from 'valibot';
import { limits } from '../../limits.ts';
import { defineCall } from './call.ts';
import { leadSections } from '../../desk/lead-facts.ts';
import { idSchema as id } from './work-schemas.ts';

/** Whose data. `this`: of the address as the request spells it; `all`: of every spelling of its mailbox. */
const asked = { id, spelling: v.optional(v.picklist(['this', 'all']), 'this') };

const mentions = v.pipe(
  v.array(v.object({ id, section: v.picklist(leadSections), by: v.picklist(['sender', 'staff']) })),
  v.description('Requests of others that name the address, in what their senders typed or in what staff wrote about them: they stay'),
);

export const readHeldData = defineCall({
  name: 'privacy.held',
  method: 'POST',
  path: '/api/privacy/held',
  about: 'What is stored on whoever sent a request, in numbers: what an export has, and an erasure takes.',
  access: 'privacy.work',
  action: 'stored data looked up',
  recordedOnce: true,
  input: v.object(asked),
  output: v.object({
    address: v.string(),
    /** Other spellings of the mailbox, with the number of requests that used each. */
    others: v.array(v.object({ address: v.string(), requests: v.number() })),
    linked: v.pipe(
      v.array(v.object({ id, email: v.string() })),
      v.description('Requests under other addresses that staff keep as the same person’s: they stay'),
    ),
    held: v.array(v.object({ what: v.string(), count: v.number() })),
    lists: v.pipe(v.number(), v.description('Mails for staff that name others as well: an erasure removes them whole')),
    mentions,
  }),
});

export const exportPersonCall = defineCall({
  name: 'privacy.export',
  method: 'POST',
  path: '/api/privacy/export',
  about: 'Everything stored on whoever sent a request, as an archive.',
  access: 'privacy.work',
  action: 'stored data exported',
  fresh: true,
  tells: 'people.manage',
  sends: 'file',
  input: v.object(asked),
  output: v.object({}),
});

export const erasePersonCall = defineCall({
  name: 'privacy.erase',
  method: 'POST',
  path: '/api/privacy/erase',
  about: 'Erases everything stored on whoever sent a request, where the address was typed once more.',
  access: 'privacy.work',
  action: 'person erased',
  fresh: true,
  tells: 'people.manage',
  input: v.object({
    ...asked,
    address: v.pipe(v.string(), v.trim(), v.maxLength(limits.email)),
    staffMentions: v.pipe(
      v.optional(v.boolean(), false),
      v.description('Whether the address is also taken out of what staff wrote about requests of others'),
    ),
  }),
  output: v.object({
    filesLeft: v.pipe(
      v.number(),
      v.description('Files that no row names any more and that could not be removed now: they go within a day'),
    ),
    mentions,
  }),
});

export const privacyCalls = [readHeldData, exportPersonCall, erasePersonCall] as const;
