import { expect, test } from 'vitest';
import { jobs } from '../compose/job-list.ts';
import { jobWords } from './job-words.ts';

test('each job has words for the desk', () => {
  expect(jobs.map(({ name }) => name).filter((name) => jobWords(name) === name)).toEqual([]);
});
