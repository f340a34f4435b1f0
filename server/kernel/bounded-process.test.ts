import { expect, onTestFinished, test, vi } from 'vitest';
import { inBoundedProcess } from './bounded-process.ts';

const script = new URL('bounded-process-script.testing.ts', import.meta.url);
const ask = (says: string, patience = 60_000) => inBoundedProcess(script, { says }, { patience, memory: 64 }, 'it took too long');

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
