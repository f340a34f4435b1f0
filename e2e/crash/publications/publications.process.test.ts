import { expect, test } from 'vitest';
import { discard } from '../../fixtures/server.ts';
import { killWhilePublishing, publishWhileRead, startPublisher } from './publisher.ts';
import { everyEighthRun } from '../../../server/testing/rotation.testing.ts';

/** `npm run test:publications` publishes hundreds of times while many read, and kills as often as it is told. */
everyEighthRun(test, 1)(
  'words are published while they are read: each answer is wholly of one version, also after a server that was killed meanwhile',
  async () => {
    const publisher = await startPublisher();
    try {
      const { faults, answers, versions } = await publishWhileRead(publisher, 1, 50);
      expect(faults.slice(0, 5)).toEqual([]);
      expect(answers).toBeGreaterThan(10);
      // Readers saw the words change.
      expect(versions).toBe(1);
      const seed = Math.floor(Math.random() * 1e9);
      expect([seed, await killWhilePublishing(publisher, seed)]).toEqual([seed, []]);
    } finally {
      await discard(publisher.server());
    }
  },
);
