import { describe, expect, inject, test } from 'vitest';
import { inTurn, rotated } from '../../../server/testing/rotation.testing.ts';
import { makeServerData, type StoreKind } from '../server-data.ts';
import { killStaffRounds } from './staff-rounds.ts';

const kinds: readonly StoreKind[] = inject('postgres') === undefined ? ['sqlite'] : rotated(['sqlite', 'postgres']);

describe.each(kinds)('on %s', (kind) => {
  inTurn(test, 2)('a server that is killed between what staff press and its answers loses nothing and tells nothing twice', async () => {
    const data = await makeServerData(kind, inject('postgres'), undefined, true);
    try {
      const seed = Math.floor(Math.random() * 1e9);
      // Before the kill, so that it is there even if it ends in an error.
      console.log(`${kind}: a kill while staff press, seed ${seed}`);
      const { faults, pressed } = await killStaffRounds({ data, rounds: 1, seed });
      expect(faults).toEqual([]);
      expect(pressed).toBe(11);
    } finally {
      await data.discard();
    }
  });
});
