import type { Log } from '../log.ts';
import type { Store } from '../store/store.ts';
import { releaseWaiting } from './job-queue.ts';

export type Probe = () => Promise<boolean>;

export function createResourceRecovery(store: Store, log: Log, now: () => number, probes: Readonly<Record<string, Probe>> = {}) {
  // Where nothing is known to wait, a success costs no query. What waits from before is unknown.
  const mayWait = new Set(Object.keys(probes));
  let rounds = 0;
  let probing = false;

  async function recovered(resource: string): Promise<boolean> {
    if (!mayWait.delete(resource)) return false;
    try {
      const released = await releaseWaiting(store.db, resource, now());
      if (released > 0) log.info({ resource, jobs: released }, 'works again: what waited for it runs now');
      return released > 0;
    } catch (error) {
      mayWait.add(resource);
      throw error;
    }
  }

  async function isAwaited(resource: string): Promise<boolean> {
    const query = store.db.selectFrom('jobs').select('id').where('waiting_on', '=', resource);
    return (await query.limit(1).executeTakeFirst()) !== undefined;
  }

  return {
    missing: (resource: string): void => void mayWait.add(resource),
    recovered,
    /** Asks the probes every other time it is called, one round at a time; true when jobs were released. */
    async probe(): Promise<boolean> {
      rounds += 1;
      if (probing || rounds % 2 === 0) return false;
      probing = true;
      try {
        let released = false;
        for (const [resource, works] of Object.entries(probes)) {
          if (!(await isAwaited(resource)) || !(await works())) continue;
          mayWait.add(resource);
          released = (await recovered(resource)) || released;
        }
        return released;
      } finally {
        probing = false;
      }
    },
  };
}
