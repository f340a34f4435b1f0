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

const time = v.pipe(v.number(), v.integer(), v.description('Milliseconds since the epoch'));

export const readMeetingTimes = defineCall({
  name: 'leads.meeting-times',
  method: 'GET',
  path: '/api/leads/:id/meeting/times',
  about: 'The half hours that are free, to book or move the meeting of a lead for whoever sent it.',
  access: 'leads.work',
  input: v.object({ id }),
  output: v.object({
    times: v.pipe(v.array(time), v.description('When each begins, in order. None: none is free, or no times are chosen on the site')),
    theirZone: v.pipe(
      v.nullable(v.string()),
      v.description('The zone of whoever sent it, by an earlier meeting or the country; null: not known'),
    ),
    zone: v.pipe(v.string(), v.description('Of the company: IANA name')),
    startsAt: v.pipe(v.nullable(time), v.description('Of the meeting that stands and is not over')),
  }),
});

export const scheduleMeetingCall = defineCall({
  name: 'leads.book-meeting',
  method: 'POST',
  path: '/api/leads/:id/meeting',
  about:
    'Books a meeting for whoever sent a lead, or moves it, and tells both sides by mail. It is none of the times that they may choose themselves.',
  access: 'leads.work',
  action: 'meeting booked or moved',
  input: v.object({
    id,
    slot: time,
    zone: v.pipe(v.string(), v.maxLength(50), v.description('IANA name: in which the mail says the time')),
    seen: v.pipe(v.nullable(time), v.description('Of the meeting that was seen; null: none. Where another stands by now nothing changes')),
  }),
  output: v.object({ outcome: v.picklist(['booked', 'moved', 'done before']), startsAt: time }),
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

export const meetingCalls = [cancelMeetingCall, readMeetingTimes, scheduleMeetingCall, readMeetingWays, makeMeetingLink] as const;
