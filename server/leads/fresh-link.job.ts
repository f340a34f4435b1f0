import * as v from 'valibot';
import type { JobParts } from '../job-parts.ts';
import { defineJob, type JobContext } from '../jobs/job.ts';
import { findPending, findUnverified } from './store.ts';
import { sendLink } from './verification.job.ts';

/** Sends a fresh link to a lead that waits for its confirmation, if there is one. Earlier links stop working. */
export const freshLink = defineJob({
  name: 'leads.fresh-link',
  payload: v.union([v.object({ email: v.string(), at: v.number() }), v.object({ tokenHash: v.string(), at: v.number() })]),
  async run(wanted, context: JobContext<JobParts>) {
    const { db } = context.parts.store;
    const lead = 'email' in wanted ? await findUnverified(db, wanted.email) : (await findPending(db, wanted.tokenHash))?.lead;
    return lead && sendLink(lead, context, wanted.at);
  },
});
