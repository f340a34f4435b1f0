import type { HttpContext } from '../http/http-context.ts';
import type { LeadBatchWriter } from './lead-batch-writer.ts';
import type { LeadJob } from './lead-job.ts';
import type { LeadSubjects } from './lead-subjects.ts';

/** What a route that takes or changes leads may use. */
export type LeadContext = HttpContext & {
  /** One a process: it puts leads that arrive at once into one transaction. */
  leadWriter: LeadBatchWriter;
  leadJobs: readonly LeadJob[];
  subjects: LeadSubjects;
};
