import { expect, test } from 'vitest';
import { freshStore } from '../store/store.testing.ts';
import { insertAccount } from './accounts.ts';
import { commandActions } from './command-actions.ts';

test('a name that a command is given is an account’s, by its work address or where only one has the name', async () => {
  const { db } = await freshStore();
  const add = (name: string, address: string) => insertAccount(db, { name, address, roles: ['figures'], state: 'active', now: 1 });
  const ada = await add('Ada Rossi', 'ada@staff.example');
  await add('Ben', 'ben@staff.example');
  await add('Ben', 'b@staff.example');
  const named = (name: string) => commandActions.accountOf(db, name);
  expect(await Promise.all(['ADA@staff.example', 'ada rossi', 'Ben', 'Eve'].map(named))).toEqual([ada, ada, 'command:Ben', 'command:Eve']);
  const called = (of: string) => commandActions.nameOf(db, of);
  expect(await Promise.all([ada, 'command:Eve'].map(called))).toEqual(['Ada Rossi', 'Eve']);
});
