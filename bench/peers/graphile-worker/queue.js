import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import { answerCalls, createTelling, machineTime } from './shared/answer-calls.js';

const connectionString = process.env.DATABASE_URL;
const TASK = 'noop';
/** Rows of one insert. */
const AT_ONCE = 5000;
/** As its own benchmark: jobs are fetched ahead and completed in batches. */
const TUNED = { localQueue: { size: 500, refetchDelay: { durationMs: 10 } }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** It tells of each job otherwise. */
const logger = new Logger(() => () => undefined);
const utils = await makeWorkerUtils({ connectionString });

answerCalls({
  prepare: () => utils.migrate(),
  async enqueue({ count }) {
    for (let made = 0; made < count; made += AT_ONCE) {
      await utils.addJobs(Array.from({ length: Math.min(AT_ONCE, count - made) }, () => ({ identifier: TASK, payload: {} })));
    }
  },
  async work({ tuned }) {
    const tell = createTelling();
    const preset = { worker: { ...(tuned && TUNED), concurrentJobs: tuned ? 24 : 4, maxPoolSize: tuned ? 10 : 5 } };
    await run({ connectionString, logger, noHandleSignals: true, preset, taskList: { [TASK]: async (payload) => tell(payload) } });
  },
  async probe() {
    await utils.addJob(TASK, { probe: true });
    return machineTime();
  },
  left: () =>
    utils.withPgClient(async (client) => (await client.query('select count(*)::int as left from graphile_worker.jobs')).rows[0].left),
});
