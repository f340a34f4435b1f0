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
  input: v.object({ id }),
  output: v.object({ cancelled: v.pipe(v.boolean(), v.description('False: there was none to cancel any more')) }),
});

export const meetingCalls = [cancelMeetingCall] as const;
