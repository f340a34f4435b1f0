import { describe, expect, inject, test } from 'vitest';
import { insertLeads } from '../../server/leads/lead-repository.ts';
import type { Store } from '../../server/store/store.ts';
import { audit } from './audit.ts';
import { newJournal, type Journal } from './journal.ts';
import { makeServerData, type StoreKind } from './server-data.ts';
import { killRounds } from './rounds.ts';
import { rotated } from '../../server/testing/rotation.testing.ts';

/** Kills on each store: after a mail, after a pressed button, and two of the other kinds of moment. `npm run test:crash` kills hundreds of times. */
const ROUNDS = 4;

const kinds: readonly StoreKind[] = inject('postgres') === undefined ? ['sqlite'] : rotated(['sqlite', 'postgres']);

describe.concurrent.each(kinds)('a server on %s', (kind) => {
  test(
    `killed ${ROUNDS} times under load loses nothing, doubles nothing and leaves nothing half done`,
    { timeout: 900_000 },
    async ({ expect }) => {
      const data = await makeServerData(kind, inject('postgres'), undefined, true);
      try {
        const seed = Math.floor(Math.random() * 1e9);
        // Before the kills, so that it is there even if they end in an error.
        console.log(`${kind}: ${ROUNDS} kills, seed ${seed}`);
        const { faults, ...figures } = await killRounds({ data, rounds: ROUNDS, seed });
        console.log(`${kind}: ${JSON.stringify(figures)}`);
        expect(faults).toEqual([]);
        expect(figures.accepted).toBeGreaterThan(ROUNDS);
        expect(figures.verified).toBeGreaterThan(0);
      } finally {
        await data.discard();
      }
    },
  );
});

describe('the audit finds', () => {
  const ada = 'ada@visitors.example';
  const cases: Array<[what: string, change: (store: Store, journal: Journal) => Promise<unknown> | void, fault: string]> = [
    ['a lead that was lost', (store) => store.db.deleteFrom('leads').execute(), `${ada}: answered 201 with 1, stored: nothing`],
    ['a lead for one key twice', (store) => addLead(store, '2'), `${ada}: 2 leads for 1 attempts with one key`],
    [
      'an id that was not kept',
      (_, journal) => void journal.sent.get(ada)!.ids.push('3'),
      `${ada}: one key was answered with several ids: 1, 3`,
    ],
    [
      'half a verification',
      (store) => store.db.updateTable('leads').set({ status: 'verified' }).execute(),
      `${ada} (verified): 0 staff notices, not 1`,
    ],
    [
      'a button that was pressed in vain',
      (_, journal) => void journal.pressed.set(ada, { told: true }),
      `${ada}: told so, but not verified`,
    ],
    ['a mail that never left', () => undefined, `${ada}: 0 mails with a link`],
  ];

  test.each(cases)('%s', async (_, change, fault) => {
    const data = await makeServerData('sqlite');
    const journal = newJournal();
    journal.sent.set(ada, { email: ada, key: 'key-1', attempts: 1, dropped: 0, refused: 0, ids: ['1'] });
    await data.inside(async (store) => {
      await store.migrate();
      await addLead(store, '1');
      await change(store, journal);
      expect(await audit(store, journal, [])).toContain(fault);
    });
    await data.discard();
  });

  async function addLead(store: Store, id: string): Promise<void> {
    const attribution = {};
    const form = { type: 'bookademo', version: 1, consents: [{ purpose: 'marketing', text: 'yes', version: '1' }] };
    const key = { key: `key-${id}`, fingerprint: '', body: JSON.stringify({ id }) };
    const lead = {
      id,
      kind: 'contact',
      product: 'www',
      caller: 'home_bad',
      form,
      answers: { email: ada },
      attribution,
      spamReason: undefined,
      at: 1,
      key,
    } as const;
    await store.begin((tx) => insertLeads(tx, [{ lead, jobs: [] }]));
  }
});
