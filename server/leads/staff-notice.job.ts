import * as v from 'valibot';
import { defineJob } from '../jobs/job.ts';
export const staffNotice = defineJob({ name: 'leads.staff-notice', payload: v.object({ leadId: v.string() }), async run() {} });
