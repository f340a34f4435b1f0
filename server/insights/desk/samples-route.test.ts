import { expect, test } from 'vitest';
import { listFiguresCall, removeFigures, removeSampleFigures } from '../../../contract/calls/desk/figure-calls.ts';
import { freshStore, testOnStores } from '../../store/store.testing.ts';
import { answer, testDesk, type SignedIn } from '../../testing/desk.testing.ts';
import { listPapers } from '../papers/papers.ts';
import { listPortfolios } from '../records/records.ts';
import { loadSamples } from '../sample/samples.ts';

async function setUp(env: Record<string, string> = {}) {
  const set = await testDesk(await freshStore(), env);
  const { db } = set.context.store;
  await loadSamples(set.context.store, set.clock.now);
  const shown = async () => [...(await listPortfolios(db)), ...(await listPapers(db))].map(({ id }) => id);
  const take = async (who: SignedIn, seen: string[], decision?: 'approve' | 'keep') => {
    const done = await who.call(removeSampleFigures, { seen, ...(decision && { decision }) });
    return done.statusCode === 200 ? done.json<{ removed: boolean }>().removed : done.statusCode;
  };
  const recorded = async () => {
    const rows = await db
      .selectFrom('staff_actions')
      .select('detail')
      .where('action', '=', 'samples taken off the site')
      .orderBy('id')
      .execute();
    return rows.map(({ detail }) => JSON.parse(detail ?? '{}') as { n: number; outcome?: string });
  };
  return { ...set, shown, take, recorded };
}

testOnStores('all samples go by one press, and those who look at others are told', async () => {
  const { signedIn, shown, take, recorded, context } = await setUp();
  const [ada, eve] = [await signedIn('figures'), await signedIn('marketing')];
  const samples = await shown();
  expect(samples.length).toBeGreaterThan(2);
  expect([await take(eve, samples), await take(ada, samples.slice(1)), await take(ada, [...samples.slice(1), 'other'])]).toEqual([
    403, 409, 409,
  ]);
  expect(await shown()).toEqual(samples);
  expect(await take(ada, samples)).toBe(true);
  expect(await shown()).toEqual([]);
  expect(await recorded()).toEqual([{ n: samples.length }]);
  const { portfolios } = await answer(ada, listFiguresCall, {});
  expect(new Set(portfolios.map(({ removed }) => removed?.by))).toEqual(new Set([ada.accountId]));
  // A start does not bring them back.
  expect(await loadSamples(context.store, context.now())).toBe(0);
  expect(await take(ada, [])).toBe(409);
});

test('with four eyes one person asks and another one decides, of all or of none', async () => {
  const { signedIn, shown, take, recorded } = await setUp({ FOUR_EYES: 'on' });
  const [ada, bea] = [await signedIn('figures'), await signedIn('figures')];
  const samples = await shown();
  expect(await take(bea, samples, 'approve')).toBe(409);
  expect(await take(ada, samples)).toBe(false);
  expect(await shown()).toEqual(samples);
  expect([await take(ada, samples, 'approve'), await take(bea, samples)]).toEqual([403, 409]);
  expect(await take(bea, samples, 'keep')).toBe(false);
  // A colleague's request to take off one sample has to be decided before all can be taken off.
  await bea.call(removeFigures, { id: samples[0]!, reason: 'Old' });
  expect(await take(ada, samples)).toBe(409);
  expect(await take(ada, samples, 'keep')).toBe(false);
  expect(await take(ada, samples)).toBe(false);
  expect(await take(bea, samples, 'approve')).toBe(true);
  expect(await shown()).toEqual([]);
  expect((await recorded()).map(({ n, outcome }) => [n, outcome])).toEqual([
    [samples.length, 'asked'],
    [samples.length, 'own request'],
    [samples.length, 'kept'],
    [1, 'kept'],
    [samples.length, 'asked'],
    [samples.length, undefined],
  ]);
});
