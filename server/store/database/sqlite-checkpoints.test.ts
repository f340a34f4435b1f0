import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../store.testing.ts';
import { createCheckpoints } from './sqlite-checkpoints.ts';

const SECOND = 1000;

/** Two connections to a store as the server's threads have them, and the clock of the first. */
function twoConnections() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const path = join(temporaryFolder(), 'store.sqlite');
  const open = () => {
    const database = new DatabaseSync(path, { timeout: 0 });
    onTestFinished(() => database.close());
    database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 0');
    return database;
  };
  const [own, other] = [open(), open()];
  own.exec('create table t (text)');
  const write = (pages: number) => own.exec(`insert into t values ('${'x'.repeat(pages * 4096)}')`);
  const log = () => ({ ...own.prepare('pragma wal_checkpoint(noop)').get() }) as { log: number; checkpointed: number };
  return { own, other, write, log, copyLog: createCheckpoints(own) };
}

test('a long log is copied once a second, and begins anew with the next commit', () => {
  const { write, log, copyLog } = twoConnections();
  write(1100);
  copyLog();
  expect(log().checkpointed).toBe(0);
  vi.advanceTimersByTime(SECOND);
  copyLog();
  const copied = log();
  expect([copied.checkpointed, copied.log > 1100]).toEqual([copied.log, true]);
  write(1);
  copyLog();
  write(1);
  expect(log().log).toBeLessThan(10);
  write(1100);
  copyLog();
  expect(log().checkpointed).toBe(0);
});

test('a short one is left alone, and so is any within a transaction', () => {
  const { own, write, log, copyLog } = twoConnections();
  write(500);
  vi.advanceTimersByTime(SECOND);
  copyLog();
  expect(log().checkpointed).toBe(0);
  write(600);
  vi.advanceTimersByTime(SECOND);
  own.exec('begin immediate');
  copyLog();
  own.exec('commit');
  expect(log().checkpointed).toBe(0);
  copyLog();
  expect(log().checkpointed).toBeGreaterThan(1100);
});

test('it begins anew as soon as nobody else reads or writes, with no second between', () => {
  const { other, write, log, copyLog } = twoConnections();
  write(1100);
  vi.advanceTimersByTime(SECOND);
  other.exec('begin; select count(*) from t');
  copyLog();
  write(1);
  copyLog();
  write(1);
  expect(log().log).toBeGreaterThan(1100);
  other.exec('commit');
  copyLog();
  write(1);
  expect(log().log).toBeLessThan(10);
});

test('a disk that takes nothing fails no commit, and the next second tries again', () => {
  const { own, write, log, copyLog } = twoConnections();
  write(1100);
  const failing = vi.spyOn(own, 'prepare').mockImplementation(() => {
    throw new Error('disk I/O error');
  });
  vi.advanceTimersByTime(SECOND);
  copyLog();
  expect(failing).toHaveBeenCalledOnce();
  failing.mockRestore();
  copyLog();
  expect(log().checkpointed).toBe(0);
  vi.advanceTimersByTime(SECOND);
  copyLog();
  expect(log().checkpointed).toBeGreaterThan(1100);
});
