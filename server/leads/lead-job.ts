import * as v from 'valibot';
import type { EventKind } from '../../contract/desk/event-names.ts';
import type { JobServices } from '../mail/job-services.ts';
import { defineJob, type Job, type JobContext, type JobOutcome } from '../queue/job.ts';
import { jobRow, SHARE } from '../queue/job-queue.ts';
import { LONGEST_WAIT, shareReason } from '../mail/waiting-mails.ts';
import type { Settings } from '../settings/settings.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import { addEvent, findLead, type LeadKind } from './lead-repository.ts';
import { laneOf, type Load } from '../store/shares/pots.ts';

export type LeadFacts = Pick<LeadRow, 'kind' | 'caller'> & {
  /** Purposes that the sender consented to with the lead, as far as known so far. */
  purposes?: readonly string[];
};

export type LeadMoment = 'received' | 'confirmed';

/** `kinds`: the leads that it concerns, by default all. `of`: what else must hold. */
export type LeadJobCondition = {
  after: LeadMoment;
  kinds?: readonly LeadKind[];
  of?: (lead: LeadFacts, settings: Settings) => boolean;
};

/**
 * What a job does when the lead's sender has used up their share: `waits` for room among first mails, or `gathers` with other notices until the next full
 * hour. Undefined: it runs at once.
 */
export type BeyondShare = 'waits' | 'gathers';

export type LeadJobRun = (leadId: string, context: JobContext<JobServices>) => Promise<JobOutcome>;

/** A job about one lead. Without `when` it is enqueued by another job. */
export type LeadJob = Job<{ leadId: string }, { leadId: string }, JobServices> & {
  when: LeadJobCondition | undefined;
  beyondShare: BeyondShare | undefined;
};

export function defineLeadJob(declared: {
  name: string;
  when: LeadJobCondition | undefined;
  beyondShare?: BeyondShare;
  /** Entry of the history when the job is given up. Default: 'mail given up'. */
  gaveUp?: EventKind;
  run: LeadJobRun;
}): LeadJob {
  const { name, when, beyondShare, gaveUp = 'mail given up', run } = declared;
  return {
    when,
    beyondShare,
    ...defineJob({
      name,
      payload: v.object({ leadId: v.string() }),
      run: ({ leadId }, context: JobContext<JobServices>) => run(leadId, context),
      gaveUp: async ({ leadId }, { services, now }: JobContext<JobServices>, reason) => {
        const { db } = services.store;
        if ((await findLead(db, leadId)) !== undefined) await addEvent(db, leadId, { at: now(), kind: gaveUp, detail: { reason } });
      },
    }),
  };
}

export function leadJobRows(
  { leadJobs, settings }: { leadJobs: readonly LeadJob[]; settings: Settings },
  moment: LeadMoment,
  { lead, now, load = null }: { lead: LeadFacts & { id: string }; now: number; load?: Load },
): JobRow[] {
  const slow = laneOf(load) === 'slow';
  return leadJobs
    .filter(({ when }) => when?.after === moment && concerns(when, lead, settings))
    .map((job) => {
      const row = jobRow(job, { leadId: lead.id }, { now, load });
      if (!slow || job.beyondShare === undefined) return row;
      if (job.beyondShare === 'gathers') return { ...row, run_at: Math.ceil((now + LEAST_GATHERED) / HOUR) * HOUR };
      return { ...row, run_at: now + LONGEST_WAIT, waiting_on: SHARE, last_error: shareReason };
    });
}

function concerns({ kinds, of }: LeadJobCondition, lead: LeadFacts, settings: Settings): boolean {
  return (kinds === undefined || kinds.some((kind) => kind === lead.kind)) && (of === undefined || of(lead, settings));
}

const HOUR = 3_600_000;
/** Minimum milliseconds that a gathered notice waits for others of its kind. */
const LEAST_GATHERED = 10 * 60_000;
