import { expect, onTestFinished, test } from 'vitest';
import { logOnce, repeat, type Rhythm } from './repeat.ts';

const never = 3_600_000;

function repeated(run: Parameters<typeof repeat>[0], rhythm: Partial<Rhythm> = {}) {
  const reported: unknown[] = [];
  const rounds = repeat(run, { every: never, report: (error) => void reported.push(error), ...rhythm });
  onTestFinished(rounds.stop);
  return { ...rounds, reported };
}

test('runs at once, then after what a run returns, and no more once one says so', async () => {
  let runs = 0;
  const { ended, reported, idleFor } = repeated(async () => ((runs += 1) < 3 ? 1 : 'done'));
  expect([runs, idleFor()]).toEqual([1, Infinity]);
  await ended;
  expect([runs, reported]).toEqual([3, [undefined, undefined, undefined]]);
  expect(idleFor()).toBeLessThan(Infinity);
});

test('what asks for a run during one gets another, and never two at once', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let begun = 0;
  const { soon } = repeated(async () => gates[(begun += 1) - 1]?.promise);
  await expect.poll(() => begun).toBe(1);
  for (const ms of [5, 0, 5]) soon(ms);
  await new Promise(setImmediate);
  expect(begun).toBe(1);
  gates[0]?.resolve();
  await expect.poll(() => begun).toBe(2);
  gates[1]?.resolve();
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  expect(begun).toBe(2);
});

test('what fails is reported and repeated, unless the report throws', async () => {
  let runs = 0;
  const failing = async () => {
    runs += 1;
    throw new Error(`fault ${runs}`);
  };
  const { reported, stop, idleFor } = repeated(failing, { retry: 1 });
  await expect.poll(() => runs).toBeGreaterThan(2);
  await stop();
  expect(reported.slice(0, 2)).toEqual([new Error('fault 1'), new Error('fault 2')]);
  expect(idleFor()).toBe(Infinity);
  const { ended } = repeated(failing, {
    report: (error) => {
      throw error;
    },
  });
  await expect(ended).rejects.toThrow('fault');
});

test('its end is told to a run and waits for it', async () => {
  let over = false;
  const { stop } = repeated(async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await new Promise(setImmediate);
    over = true;
  });
  await stop();
  expect(over).toBe(true);
});

test('a failure is logged once, until it is another, or back after none', () => {
  const logged: unknown[] = [];
  const log = { error: (about: { reason?: string }) => void logged.push(about.reason) } as never;
  const report = logOnce(log, 'cannot', (error) => String(error).includes('known'));
  for (const reason of ['a', 'a', 'known', 'a', undefined, 'a']) report(reason === undefined ? undefined : new Error(reason));
  expect(logged).toEqual(['a', 'a', 'a']);
});
