import { expect, test } from 'vitest';
import * as calls from '../../../contract/calls/desk/figure-calls.ts';
import { csv, DAYS, recordDesk, ROWS } from './record-desk.testing.ts';

test('with four eyes taking off and going back are decided by a second person, who is mailed why', async () => {
  const { person, shown, actions, context } = await recordDesk({ FOUR_EYES: 'on' });
  const [ada, bea] = [await person('figures'), await person('figures')];
  await ada.upload(csv(ROWS.slice(0, 40)));
  await bea.publish(1);
  await ada.upload(csv(ROWS));
  await bea.publish(2);
  const back = { id: 'fund', version: 1, seen: 2 };
  expect((await ada.call(calls.revertFigures, back)).json()).toMatchObject({
    errors: { reason: expect.stringContaining('Say why') as string },
  });
  expect((await ada.call(calls.revertFigures, { ...back, reason: 'Too early' })).json()).toEqual({ version: null, draft: 3 });
  expect(await shown()).toEqual([['fund', 2, DAYS.at(-1)]]);
  expect((await ada.publish(3)).statusCode).toBe(403);
  expect((await bea.publish(3)).json()).toEqual({ version: 3 });
  expect(await shown()).toEqual([['fund', 3, DAYS[39]]]);
  expect((await ada.call(calls.removeFigures, { id: 'fund' })).json()).toMatchObject({
    status: 422,
    errors: { reason: expect.any(String) as string },
  });
  expect(await shown()).toHaveLength(1);
  const off = (who: typeof ada, more: object) => who.call(calls.removeFigures, { id: 'fund', seen: 3, ...more });
  expect((await off(bea, { decision: 'approve' })).statusCode).toBe(409);
  expect((await off(ada, { reason: 'A trial' })).json()).toEqual({ removed: false });
  expect((await off(bea, { decision: 'keep' })).json()).toEqual({ removed: false });
  expect((await bea.read()).removalAsked).toBeNull();
  expect((await off(ada, { reason: 'The benchmark is wrong' })).json()).toEqual({ removed: false });
  expect((await off(ada, { decision: 'approve' })).statusCode).toBe(403);
  expect((await off(bea, { reason: 'And the name' })).statusCode).toBe(409);
  expect(await shown()).toHaveLength(1);
  expect((await bea.read()).removalAsked).toMatchObject({ by: ada.accountId, reason: 'The benchmark is wrong' });
  expect((await off(bea, { decision: 'approve' })).json()).toEqual({ removed: true });
  expect(await shown()).toEqual([]);
  expect(await ada.read()).toMatchObject({ removed: { by: bea.accountId, reason: 'The benchmark is wrong' }, factsheet: null });
  expect((await actions()).map(([, action, , detail]) => [action, detail])).toEqual(
    expect.arrayContaining([
      ['track record published', { draft: 3, outcome: 'own draft' }],
      ['portfolio taken off the site', { version: 3, outcome: 'own request' }],
      ['portfolio taken off the site', { version: 3, outcome: 'asked', reason: 'The benchmark is wrong' }],
    ]),
  );
  const jobs = await context.store.db.selectFrom('jobs').select('payload').where('name', '=', 'desk.told-action').orderBy('id').execute();
  const wrong = 'The benchmark is wrong';
  const waits = (draft: number) => ({ account: bea.accountId, action: 'track record uploaded', detail: { draft, outcome: 'waits' } });
  expect(jobs.map(({ payload }) => JSON.parse(payload) as object)).toMatchObject([
    waits(1),
    waits(2),
    { account: bea.accountId, actor: ada.accountId, action: 'track record reverted', detail: { reason: 'Too early', draft: 3 } },
    {
      account: bea.accountId,
      actor: ada.accountId,
      action: 'portfolio taken off the site',
      detail: { outcome: 'asked', reason: 'A trial' },
    },
    { account: ada.accountId, actor: bea.accountId, detail: { outcome: 'kept' } },
    { account: bea.accountId, detail: { outcome: 'asked', reason: wrong } },
    { account: bea.accountId, detail: { outcome: 'own request' } },
    { account: ada.accountId, actor: bea.accountId, action: 'portfolio taken off the site', detail: { reason: wrong } },
  ]);
});
