import * as v from 'valibot';
import type { JobServices } from '../job-services.ts';
import { defineJob, type Job, type JobContext, type JobOutcome } from '../jobs/job.ts';
import { jobRow } from '../jobs/job-queue.ts';
import type { Settings } from '../settings/settings.ts';
import type { JobRow, LeadRow } from '../store/schema.ts';

export type LeadFacts = Pick<LeadRow, 'kind' | 'caller'> & {
  /** What it was agreed to with it, as far as that is known at the moment. */
  purposes?: readonly string[];
};

export type LeadMoment = 'received' | 'confirmed';

export type LeadJobCondition = { after: LeadMoment; of: (lead: LeadFacts, settings: Settings) => boolean };

/** A job about one lead. Without `when` it follows from another job, which enqueues it. */
export type LeadJob = Job<{ leadId: string }, { leadId: string }, JobServices> & { when: LeadJobCondition | undefined };

export function defineLeadJob(declared: {
  name: string;
  when: LeadJobCondition | undefined;
  run: (leadId: string, context: JobContext<JobServices>) => Promise<JobOutcome>;
}): LeadJob {
  const { name, when, run } = declared;
  return {
    when,
    ...defineJob({
      name,
      payload: v.object({ leadId: v.string() }),
      run: ({ leadId }, context: JobContext<JobServices>) => run(leadId, context),
    }),
  };
}

export function leadJobRows(
  { leadJobs, settings }: { leadJobs: readonly LeadJob[]; settings: Settings },
  moment: LeadMoment,
  { lead, now }: { lead: LeadFacts & { id: string }; now: number },
): JobRow[] {
  return leadJobs
    .filter(({ when }) => when?.after === moment && when.of(lead, settings))
    .map((job) => jobRow(job, { leadId: lead.id }, { now }));
}
