import type { HttpContext } from '../http/http-context.ts';
import type { LeadBatchWriter } from './lead-batch-writer.ts';
import type { LeadJob } from './lead-job.ts';
import type { LeadSubjects } from './lead-subjects.ts';

/** What routes that take or change leads may use. */
export type LeadContext = HttpContext & {
  /** One for each process: it stores leads that arrive together in one transaction. */
  leadWriter: LeadBatchWriter;
  leadJobs: readonly LeadJob[];
  subjects: LeadSubjects;
};
