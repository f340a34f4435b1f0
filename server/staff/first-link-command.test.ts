import { expect, test } from 'vitest';
import { testContext } from '../testing/command.testing.ts';
import { freshStore } from '../store/store.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';
import { insertAccount } from './accounts.ts';
import { firstLinkCommand } from './first-link.ts';
import { signInTimes } from './sign-in/sign-ins.ts';

const ADDRESS = 'ada@staff.internal';

test('npm run desk -- link ADDRESS prints a link that signs in, once, in any browser, who has the address, and nobody else', async () => {
  const store = await freshStore();
  const { ask, clock } = await testDesk(store);
  const id = await insertAccount(store.db, { name: 'Ada', address: ADDRESS, roles: ['sales'], state: 'active', now: clock.now });
  const press = (token: string) =>
    ask({
      method: 'POST',
      url: '/sign-in/link',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token }).toString(),
    });
  const { run } = testContext(firstLinkCommand, store, { now: () => clock.now });
  const { code, printed } = await run('link', ADDRESS.toUpperCase());
  const token = new URL(printed).searchParams.get('token')!;
  const pressed = [await press(token), await press(token)];
  expect([code, ...pressed.map(({ statusCode }) => statusCode)]).toEqual([0, 303, 410]);
  expect(JSON.stringify(await store.db.selectFrom('staff_sign_ins').selectAll().execute())).not.toContain(token);
  const actions = await store.db.selectFrom('staff_actions').select(['action', 'subject_id', 'account_id']).orderBy('id').execute();
  expect(actions).toEqual(
    ['sign-in link printed', 'signed in'].map((action) => ({ action, account_id: id, subject_id: action === 'signed in' ? null : id })),
  );
  const late = await run('link', ADDRESS);
  clock.now += signInTimes.link;
  expect((await press(new URL(late.printed).searchParams.get('token')!)).statusCode).toBe(410);
  expect(await run('link', 'nobody@staff.internal')).toMatchObject({ code: 1, printed: expect.stringContaining('Nobody who may sign in') });
});
