import { PgBoss } from 'pg-boss';
import { answerCalls, createTelling, machineTime } from './shared/answer-calls.js';

const QUEUE = 'noop';
/** Rows of one insert. */
const AT_ONCE = 5000;

const boss = new PgBoss({ connectionString: process.env.DATABASE_URL, useListenNotify: true, supervise: false, schedule: false });
boss.on('error', (error) => console.error(error));
await boss.start();

answerCalls({
  prepare: () => boss.createQueue(QUEUE, { notify: true }),
  async enqueue({ count }) {
    for (let made = 0; made < count; made += AT_ONCE) {
      await boss.insert(
        QUEUE,
        Array.from({ length: Math.min(AT_ONCE, count - made) }, () => ({ data: {} })),
      );
    }
  },
  async work({ tuned }) {
    const tell = createTelling();
    const run = async (jobs) => jobs.forEach(({ data }) => tell(data));
    const fetching = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5, burstWhenBatchFull: true };
    // A worker that takes four at a time, or as many as suits it best: one that takes single jobs waits half a second after each.
    await boss.work(QUEUE, { ...fetching, localConcurrency: tuned ? 4 : 1, batchSize: tuned ? 1000 : 4 }, run);
  },
  async probe() {
    await boss.send(QUEUE, { probe: true });
    return machineTime();
  },
  async left() {
    const { rows } = await boss
      .getDb()
      .executeSql("select count(*)::int as left from pgboss.job where name = $1 and state < 'completed'", [QUEUE]);
    return rows[0].left;
  },
});
