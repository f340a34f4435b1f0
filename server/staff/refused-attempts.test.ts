import { expect, test } from 'vitest';
import { listActions } from '../../contract/calls/desk/action-calls.ts';
import { removeFigures } from '../../contract/calls/desk/figure-calls.ts';
import { freshStore } from '../store/store.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';

test('a call that the roles do not include stands in the record of actions, and what is repeated does not fill it', async () => {
  const { signedIn, context } = await testDesk(await freshStore());
  const [ada, hr] = [await signedIn('sales'), await signedIn('hr')];
  for (let times = 0; times < 25; times += 1) expect((await ada.call(removeFigures, { id: 'fund' })).statusCode).toBe(403);
  expect((await hr.call(listActions, {})).statusCode).toBe(403);
  const rows = await context.store.db.selectFrom('staff_actions').selectAll().where('action', '=', 'call refused').orderBy('id').execute();
  expect(rows.map(({ account_id: who, subject, subject_id: of, detail }) => [who, subject, of, detail])).toEqual([
    [ada.accountId, 'call', 'figures.remove', '{"outcome":"no role"}'],
    [ada.accountId, 'call', 'figures.remove', '{"outcome":"no role","n":10}'],
    [hr.accountId, 'call', 'actions.list', '{"outcome":"no role"}'],
  ]);
});
