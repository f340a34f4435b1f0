import type { AppContext } from './app-context.ts';
import { leadSubjects } from './insights/subjects.ts';
import { leadJobs } from './job-list.ts';
import { createLeadBatchWriter } from './leads/lead-batch-writer.ts';
import type { Store } from './store/store.ts';

export function leadContext(store: Store): Pick<AppContext, 'leadWriter' | 'leadJobs' | 'subjects'> {
  return { leadWriter: createLeadBatchWriter(store), leadJobs, subjects: leadSubjects };
}
