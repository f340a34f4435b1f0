import { removeDue } from '../../server/privacy/retention-rules.ts';
import { createLeases } from '../../server/queue/leases.ts';
import { readSettings } from '../../server/settings/settings.ts';
import type { JobRow } from '../../server/store/tables/queue-tables.ts';
import type { Store } from '../../server/store/store.ts';
import { quantile } from '../results.ts';
import type { Taken } from './measure-calls.ts';

const TIMES = 20;
/** Jobs that a worker claims at once. */
const CLAIMED = 4;

/** Measures here, without a server, what a server does in the background. @param database processor time of PostgreSQL, in seconds */
export async function measureStore(store: Store, dataDir: string, database: () => number): Promise<[string, Taken][]> {
  const now = () => Date.now();
  await store.migrate();
  await store.db.updateTable('jobs').set({ run_at: 1, waiting_on: null }).where('status', '=', 'ready').execute();
  const leases = createLeases<JobRow>(store, { name: 'jobs', waiting: 'ready', leased: 'running' }, { worker: 'bench', now });
  const claim = async () => {
    const rows = await leases.claim((due) => due.where('run_at', '<=', now()).orderBy('run_at').limit(CLAIMED));
    await leases.giveBack(rows.map(({ id }) => id));
  };
  const files = { remove: async () => true };
  const settings = readSettings({});
  const retention = () => removeDue({ store, files, dataDir, settings, now }, 'bench');
  return [
    [`beside: a claim of ${CLAIMED} jobs, given back`, await repeatedly(claim, database)],
    ["beside: retention's round with nothing due", await repeatedly(retention, database)],
  ];
}

async function repeatedly(work: () => Promise<unknown>, database: () => number): Promise<Taken> {
  await work();
  const times: number[] = [];
  const [used, before] = [process.cpuUsage(), database()];
  for (let n = 0; n < TIMES; n += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(used);
  const cpu = ((user + system) / 1000 + (database() - before) * 1000) / TIMES;
  return { calls: TIMES, median: quantile(times, 0.5), p95: quantile(times, 0.95), cpu };
}
