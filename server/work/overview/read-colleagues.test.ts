import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { testOnStores } from '../../store/store.testing.ts';
import { setUpIndex, testIndexer } from '../index/index.testing.ts';
import { assignLead, changeField, changeLeadState, readWork } from '../lead-work.ts';
import { colleaguesCsv, readColleagues } from './read-colleagues.ts';

const zone = 'Europe/Rome';
const minute = 60_000;
const day = 24 * 60 * minute;
const at = Date.UTC(2026, 10, 19, 12);

describe('what became of the leads of each colleague', () => {
  testOnStores('is counted by whose they are now, with the time to the first answer, for a period', async () => {
    const { store, indexer, add } = await setUpIndex();
    const lead = { at, form: 'bookademo' };
    const [won, met, given, , spam, old] = await add(lead, lead, lead, lead, { ...lead, spam: true }, { ...lead, at: at - 40 * day });
    const changed = async (
      id: string,
      change: { state: 'contacted' | 'meeting' | 'won'; after: number } | { owner: string | null } | { held: 'held' },
    ) => {
      const { version } = await readWork(store.db, id);
      const by = { id, version, actor: 'eve', at };
      await store.begin((tx) =>
        'held' in change
          ? changeField(tx, store.dialect, { ...by, section: 'lead', name: 'held', value: change.held })
          : 'owner' in change
            ? assignLead(tx, store.dialect, { ...by, owner: change.owner })
            : changeLeadState(tx, store.dialect, { ...by, at: at + change.after, state: change.state }),
      );
      await indexer.takeIn();
    };
    for (const id of [won!, met!, given!, spam!, old!]) await changed(id, { owner: 'ada' });
    await changed(won!, { state: 'contacted', after: 10 * minute });
    await changed(won!, { state: 'won', after: 3 * day });
    await changed(met!, { state: 'meeting', after: 90 * minute });
    await changed(met!, { held: 'held' });
    await changed(given!, { owner: 'bob' });

    const read = () => readColleagues(store.db, { days: 7, zone, at });
    const seen = await read();
    expect(seen).toMatchObject({
      now: { from: '2026-11-13', to: '2026-11-19' },
      colleagues: [
        { account: 'ada', received: 2, answered: 2, met: 2, won: 1, answerTime: { count: 2 } },
        { account: 'bob', received: 1, answered: 0, met: 0, won: 0, answerTime: { count: 0, median: null, p90: null } },
      ],
      unassigned: 1,
    });
    const [{ answerTime }] = seen.colleagues as [(typeof seen.colleagues)[number]];
    expect([Math.round(answerTime.median! / minute), Math.abs(answerTime.p90! / minute / 90 - 1) < 0.03]).toEqual([10, true]);
    expect(
      colleaguesCsv(seen, (account) => `=${account}`)
        .split('\r\n')
        .slice(1, 4),
    ).toEqual([expect.stringMatching(/^'=ada,2,2,2,1,10,\d+$/), "'=bob,1,0,0,0,,", 'Nobody’s yet,1,,,,,']);

    // As counted by a build that did not count by owner: these leads are counted again when the server starts.
    const facts = sql<string>`replace(replace(facts, ',"owner":"ada"', ''), ',"owner":"bob"', '')`;
    await store.db.updateTable('lead_counted').set({ facts }).execute();
    await store.db.deleteFrom('lead_days').where('dimension', 'in', ['owner', 'owner answer time']).execute();
    expect((await read()).colleagues).toEqual([]);
    await testIndexer(store, zone).complete();
    expect(await read()).toEqual(seen);
    await testIndexer(store, zone).complete();
    expect(await read()).toEqual(seen);
  });
});
