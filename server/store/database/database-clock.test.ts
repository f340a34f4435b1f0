import { describe, expect, test } from 'vitest';
import { createDatabaseClock } from './database-clock.ts';

const START = 1_800_000_000_000;

/** A database behind a slow network: milliseconds there and back, for each query. */
function setUp(...ways: readonly (readonly [there: number, back: number])[]) {
  let passed = 500;
  let asked = 0;
  const read = async () => {
    const [there, back] = ways[asked]!;
    asked += 1;
    passed += there;
    const time = START + passed;
    passed += back;
    return time;
  };
  const clock = createDatabaseClock(read, () => passed);
  return { clock, asked: () => asked, wrongBy: () => clock.now() - (START + passed) };
}

describe('the time of the database', () => {
  test('is read once where the answer is quick', async () => {
    const { clock, asked, wrongBy } = setUp([10, 10]);
    await clock.read();
    expect([asked(), wrongBy()]).toEqual([1, 0]);
  });

  test('is that of the quickest answer, where one was slow: a server that has just started hears late', async () => {
    const { clock, asked, wrongBy } = setUp([5, 1200], [5, 15]);
    await clock.read();
    expect([asked(), wrongBy()]).toEqual([2, -5]);
  });

  test('is not asked for without end', async () => {
    const { clock, asked, wrongBy } = setUp([0, 300], [0, 200], [0, 100]);
    await clock.read();
    expect([asked(), wrongBy()]).toEqual([3, -50]);
    const slow = setUp([0, 3000]);
    await slow.clock.read();
    expect([slow.asked(), slow.wrongBy()]).toEqual([1, -1500]);
  });
});
