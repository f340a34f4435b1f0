import * as v from 'valibot';
import { defineJob } from '../jobs/job.ts';
export const freshLink = defineJob({ name: 'leads.fresh-link', payload: v.union([v.object({ email: v.string() }), v.object({ tokenHash: v.string() })]), async run() {} });
