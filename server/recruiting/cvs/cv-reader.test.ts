import { expect, test } from 'vitest';
import { EndedFromOutside } from '../../kernel/bounded-process.ts';
import { sampleCv } from '../sample-cv.ts';
import { bombCv } from './bomb-cv.testing.ts';
import { cvReader } from './cv-reader.ts';

const read = cvReader(new URL('cv-process.ts', import.meta.url));
const cv = new Uint8Array(sampleCv(['Ada Lovelace', 'Kubernetes']));

test('a CV is read in a process, and one that unpacks beyond its memory is unreadable', async () => {
  expect(await read(cv)).toEqual({ state: 'whole', text: 'Ada Lovelace\nKubernetes' });
  const bomb = bombCv(256 * 1024 * 1024);
  const before = process.memoryUsage.rss();
  expect(await read(bomb)).toEqual({ state: 'unreadable', text: '' });
  // What a thread unpacks stays with the process.
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
});

test('what stops the server says nothing of a CV', async () => {
  await expect(read(cv, AbortSignal.abort())).rejects.toBeInstanceOf(EndedFromOutside);
});
