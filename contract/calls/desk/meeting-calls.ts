import * as v from 'valibot';
import { defineCall } from './call.ts';
import { idSchema as id } from './work-schemas.ts';

export const cancelMeetingCall = defineCall({
  name: 'leads.cancel-meeting',
  method: 'POST',
  path: '/api/leads/:id/meeting/cancel',
  about: 'Cancels the meeting that a lead booked on the site, and tells both sides by mail.',
  access: 'leads.work',
  action: 'meeting cancelled',
  input: v.object({
    id,
    startsAt: v.optional(v.pipe(v.number(), v.description('Of the meeting that was seen, milliseconds: another one stays'))),
  }),
  output: v.object({ cancelled: v.pipe(v.boolean(), v.description('False: there was none to cancel any more')) }),
});

export const readMeetingWays = defineCall({
  name: 'meetings.ways',
  method: 'GET',
  path: '/api/meetings',
  about: 'How visitors come to a meeting: whether they choose its time on the site, in whose zone the company is, and where they meet.',
  access: 'leads.read',
  input: v.object({}),
  output: v.object({
    linked: v.boolean(),
    zone: v.pipe(v.string(), v.description('IANA name')),
    place: v.pipe(v.nullable(v.string()), v.description('Where they meet, or the address of the video room')),
    organiser: v.pipe(v.string(), v.description('In whose calendar it is')),
  }),
});

export const makeMeetingLink = defineCall({
  name: 'leads.meeting-link',
  method: 'POST',
  path: '/api/leads/:id/meeting/link',
  about: 'Makes a link by which whoever sent a lead chooses the time of a meeting, for a mail of one’s own.',
  access: 'leads.work',
  action: 'meeting link made',
  input: v.object({ id }),
  output: v.object({ link: v.pipe(v.nullable(v.string()), v.description('Null: no times are chosen on the site')) }),
});

export const meetingCalls = [cancelMeetingCall, readMeetingWays, makeMeetingLink] as const;
