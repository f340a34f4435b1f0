import { isUniqueViolation } from './errors.ts';
import { createGroupCommit } from './group-commit.ts';
import { insertLeads, type LeadWithJobs } from './lead-record.ts';
import type { Store } from './store.ts';

/** Takes leads in, many in one transaction where many arrive at once. */
export type Intake = {
  /** `false` when its Idempotency-Key is stored already: then nothing was stored. Resolves after the commit. */
  add: (item: LeadWithJobs) => Promise<boolean>;
  drain: () => Promise<void>;
};

export function createIntake(store: Pick<Store, 'begin' | 'dialect'>): Intake {
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
