import * as v from 'valibot';
import { defineJob } from '../jobs/job.ts';
export const verificationMail = defineJob({ name: 'leads.verification-mail', payload: v.object({ leadId: v.string() }), async run() {} });
