import { cp, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../store/store.testing.ts';
import { UsageError } from '../cli/command.ts';
import { backedUp, BEGAN, filledStore } from './backup.testing.ts';
import { durationOf, scheduleBackups } from './backup-schedule.ts';
import { listBackups } from './manifest.ts';
import { removeOldBackups } from './retention.ts';

const day = 86_400_000;

async function severalBackups(count: number) {
  const { place } = await filledStore();
  const folder = temporaryFolder();
  const made = [];
  for (let n = 0; n < count; n += 1) made.push(await backedUp(place, { folder, now: () => BEGAN + n * day }));
  return { folder, newest: made.at(-1)!, made };
}

test('the oldest complete backups of the same store go, and nothing else', async () => {
  const { folder, newest, made } = await severalBackups(4);
  const { place } = await filledStore();
  const others = await backedUp(place, { folder, now: () => BEGAN - day });
  await mkdir(join(folder, '2026-11-01T00-00-00Z/files'), { recursive: true });
  await cp(made[0]!.path, join(folder, 'copy of mine'), { recursive: true });
  await writeFile(join(made[1]!.path, 'why.txt'), 'the one before the merger');
  await writeFile(join(folder, 'readme.txt'), 'mine');
  expect(await removeOldBackups(folder, newest, 2)).toEqual([made[0]!.name]);
  expect((await readdir(folder)).toSorted()).toEqual(
    ['2026-11-01T00-00-00Z', others.name, made[1]!.name, made[2]!.name, newest.name, 'copy of mine', 'readme.txt'].toSorted(),
  );
  expect(await listBackups(folder)).toMatchObject({ incomplete: ['2026-11-01T00-00-00Z'] });
});

test('the newest stays, however few are asked for, and a removal that was cut off is finished', async () => {
  const { folder, newest, made } = await severalBackups(2);
  await rename(made[0]!.path, `${made[0]!.path}.removing`);
  expect((await listBackups(folder)).complete.map(({ name }) => name)).toEqual([newest.name]);
  expect(await removeOldBackups(folder, newest, 1)).toEqual([]);
  expect(await readdir(folder)).toEqual([newest.name]);
});

test('a backup of a store without an id is no reason to remove any', async () => {
  const { folder, newest } = await severalBackups(2);
  expect(await removeOldBackups(folder, { ...newest, manifest: { ...newest.manifest, store: null } }, 1)).toEqual([]);
  expect(await readdir(folder)).toHaveLength(2);
});

test('30m, 6h and 1d are durations, and nothing else is', () => {
  expect(['30m', '6h', '1d'].map(durationOf)).toEqual([1_800_000, 21_600_000, day]);
  for (const text of ['6', '0h', '1.5h', '6 h', '40d', '-1h', '6H', '']) expect(() => durationOf(text)).toThrow(UsageError);
});

test('a backup is due when the latest is old enough, is tried again after a failure, and stops when told', async () => {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const clock = { now: 1000 };
  const begun: number[] = [];
  const taken: number[] = [];
  const outcomes = [true, false, true, true];
  await scheduleBackups({
    every: 100,
    taken: async () => taken,
    take: async () => {
      begun.push(clock.now);
      const succeeded = outcomes[begun.length - 1]!;
      // The third is dated by a clock that is ahead: it is ignored.
      if (succeeded) taken.push(begun.length === 3 ? clock.now + 1e9 : clock.now);
      if (begun.length === 4) stopping.abort();
      return succeeded;
    },
    now: () => (clock.now += 30),
    signal: stopping.signal,
    retry: 1,
    look: 1,
  });
  expect(begun).toEqual([1030, 1150, 1180, 1210]);
});
