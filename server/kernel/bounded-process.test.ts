import { expect, onTestFinished, test, vi } from 'vitest';
import { EndedFromOutside, inBoundedProcess, type ProcessBounds } from './bounded-process.ts';

const script = new URL('bounded-process-script.testing.ts', import.meta.url);
const ask = (says: string, patience = 60_000, more: Partial<ProcessBounds> = {}) =>
  inBoundedProcess(script, { says }, { patience, memory: 64, ...more }, 'it took too long');

test('a process answers with what it made, and is given no settings', async () => {
  vi.stubEnv('MAIL_URL', 'smtp://secret.example');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await ask('what')).toEqual({ said: new Uint8Array([1, 2]), settings: false });
});

test('what it threw, that it ended early or took too long is thrown', async () => {
  const failures = await Promise.allSettled([ask('fail'), ask('end'), ask('hang', 1)]);
  expect(failures).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ message: 'it says so', name: 'RangeError', code: 'SAYS' }) },
    { status: 'rejected', reason: expect.objectContaining({ message: 'its process ended early (3)' }) },
    { status: 'rejected', reason: expect.objectContaining({ message: 'it took too long' }) },
  ]);
});

test('one that takes more memory than its bound is ended, though its event loop never has a turn', async () => {
  const began = performance.now();
  await expect(ask('buffers', 60_000, { resident: 200 })).rejects.toThrow('its process ended early (SIGKILL)');
  expect(performance.now() - began).toBeLessThan(50_000);
});

test('one that was stopped from outside is told from one that ended by what it was given', async () => {
  const stopping = new AbortController();
  const asked = ask('hang', 60_000, { signal: stopping.signal });
  stopping.abort();
  await expect(asked).rejects.toBeInstanceOf(EndedFromOutside);
  await expect(ask('stop')).rejects.toBeInstanceOf(EndedFromOutside);
  await expect(ask('end')).rejects.not.toBeInstanceOf(EndedFromOutside);
});

test.runIf(process.platform === 'linux')('one is what the kernel ends first when memory runs out', async () => {
  expect(await ask('score')).toBe('1000');
});
