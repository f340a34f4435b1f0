import { mkdir, open } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { wrongPath } from './wrong-path.ts';

test('the argument that a fault of the file system is about is found, however it was given', async () => {
  const made: unknown = await mkdir('/dev/null', { recursive: true }).catch((error: unknown) => error);
  expect(wrongPath(['/dev/null', '--keep', '14'], made)).toBe('/dev/null');
  const opened: unknown = await open('/missing/x.zip', 'wx').catch((error: unknown) => error);
  expect(wrongPath(['export', 'ada@example.com', '--to=/missing/x.zip'], opened)).toBe('--to=/missing/x.zip');
  expect([wrongPath(['--to', '/other'], opened), wrongPath(['/missing'], new Error('no answer'))]).toEqual([undefined, undefined]);
});
