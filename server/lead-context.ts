import type { AppContext } from './app-context.ts';
import { leadPapers } from './insights/papers.ts';
import { leadJobs } from './job-list.ts';
import { createLeadBatchWriter } from './leads/lead-batch-writer.ts';
import type { Store } from './store/store.ts';

/** What the floor of leads is given of the slices above it. */
export function leadContext(store: Store): Pick<AppContext, 'leadWriter' | 'leadJobs' | 'papers'> {
  return { leadWriter: createLeadBatchWriter(store), leadJobs, papers: leadPapers };
}
