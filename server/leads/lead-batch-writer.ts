import { isUniqueViolation } from '../store/errors.ts';
import { createGroupCommit } from '../store/group-commit.ts';
import { insertLeads, type LeadWithJobs } from './lead-repository.ts';
import type { Store } from '../store/store.ts';

export type LeadBatchWriter = {
  /** Resolves after the commit; `false` when the lead's Idempotency-Key is stored already: then nothing was stored. */
  add: (item: LeadWithJobs) => Promise<boolean>;
  drain: () => Promise<void>;
};

export function createLeadBatchWriter(store: Pick<Store, 'begin' | 'dialect'>): LeadBatchWriter {
  const accepted = createGroupCommit<LeadWithJobs, void>(store, {
    maxBatch: 64,
    write: async (tx, items) => {
      await insertLeads(tx, items);
      return items.map(() => undefined);
    },
  });
  return {
    drain: () => accepted.drain(),
    async add(item) {
      try {
        await accepted.add(item);
        return true;
      } catch (error) {
        if (isUniqueViolation(error) && item.lead.key !== undefined) return false;
        throw error;
      }
    },
  };
}
