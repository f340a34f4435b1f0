import { expect, test } from 'vitest';
import { describeOnStores, freshStore } from '../store/store.testing.ts';
import { Unavailable } from './job.ts';
import { enqueue } from './job-queue.ts';
import { job, stoppedClock, testWorker } from './jobs.testing.ts';
import { listOutages } from './outages.ts';

const hour = 3_600_000;

async function setUp() {
  const store = await freshStore();
  const clock = stoppedClock();
  const left: number[] = [];
  let isDown = false;
  const declared = job(async (n, { reach, recovered }) => {
    await reach('mail');
    if (isDown || n === 1) throw new Unavailable('mail', 'closing the connection');
    left.push(n);
    recovered('mail');
  });
  const worker = testWorker(store, [declared], { ...clock, concurrency: 1 });
  const add = (n: number) => enqueue(store.db, declared, { n }, { now: clock.now() });
  const turn = async (ms: number) => {
    clock.pass(ms);
    await worker.maintain();
    await worker.runDue();
  };
  await add(1);
  await turn(0);
  const resources = async () => (await listOutages(store.db)).map(({ resource }) => resource);
  return { left, add, turn, resources, break: () => void (isDown = true) };
}

describeOnStores('a job that alone finds a resource down', () => {
  test('stops others once, and not again while they come through', async () => {
    const { left, add, turn, resources } = await setUp();
    expect(await resources()).toEqual(['mail']);
    await add(2);
    await turn(10_000);
    expect(left).toEqual([2]);
    for (let n = 3; n < 60; n += 1) {
      await add(n);
      await turn(hour + 1);
      // The one that fails was due before it, and ran first.
      await add(n + 100);
      await turn(0);
      expect(left.slice(-2)).toEqual([n, n + 100]);
      expect(await resources()).toEqual([]);
    }
  });

  test('is believed where none came through since its last failure', async () => {
    const { left, add, turn, resources } = await setUp();
    await add(2);
    // The other mail leaves, and then the first fails again.
    await turn(10_000);
    expect(left).toEqual([2]);
    expect(await resources()).toEqual([]);
    await turn(hour + 1);
    expect(await resources()).toEqual(['mail']);
  });

  test('hides no outage: the first of the others finds it', async () => {
    const { add, turn, resources, ...resource } = await setUp();
    await add(2);
    await turn(10_000);
    resource.break();
    await add(3);
    await turn(hour + 1);
    expect(await resources()).toEqual(['mail']);
  });
});
