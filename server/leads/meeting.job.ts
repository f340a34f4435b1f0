import * as v from 'valibot';
import { defineJob } from '../jobs/job.ts';
export const meetingMail = defineJob({ name: 'leads.meeting-mail', payload: v.object({ leadId: v.string() }), async run() {} });
