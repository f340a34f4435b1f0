import { expect, test } from 'vitest';
import { deskCalls } from '../../contract/calls/desk/call-list.ts';
import { parametersOf } from '../../contract/calls/desk/call-request.ts';
import { roles } from '../../contract/desk/roles.ts';
import { freshStore } from '../store/store.testing.ts';
import { callDesk, testDesk } from '../testing/desk.testing.ts';

test('whoever only reads changes nothing but what is their own, whatever other roles they have', async () => {
  const { ask, signedIn, context } = await testDesk(await freshStore());
  const { cookie } = await signedIn(...roles);
  const changing = deskCalls.filter(({ method, only, access }) => method === 'POST' && only === undefined && access !== 'anyone');
  for (const call of changing) {
    const input = Object.fromEntries(parametersOf(call.path).map((name) => [name, 'none']));
    const answer = await callDesk(ask, { call, input, cookie });
    expect([call.name, answer.statusCode, answer.json()]).toEqual([
      call.name,
      403,
      expect.objectContaining({ detail: expect.stringContaining('only reads') }),
    ]);
  }
  // The record of actions has entries of the refused calls, and no others.
  const actions = await context.store.db.selectFrom('staff_actions').select('action').distinct().execute();
  expect(actions.map(({ action }) => action)).toEqual(['call refused']);
  expect(changing.length).toBeGreaterThan(60);
});
