import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { changePerson } from '../../contract/calls/desk/account-calls.ts';
import { beginNewPasskey } from '../../contract/calls/desk/passkey-calls.ts';
import { freshStore, temporaryFolder, testOnStores } from '../store/store.testing.ts';
import { testContext } from '../testing/command.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';
import { readZip } from '../testing/read-zip.testing.ts';
import { createPrivacyCommand } from './privacy-command.ts';

describe('an export of somebody of the staff', () => {
  testOnStores('has their account with all that belongs to it, no secret, and nothing of a colleague', async () => {
    const store = await freshStore();
    const { context, signedIn, clock } = await testDesk(store, { DATA_DIR: temporaryFolder() });
    const [ada, other] = [await signedIn('admin'), await signedIn('admin')];
    for (const [person, name] of [
      [ada, 'Ada'],
      [other, 'Colleague'],
    ] as const) {
      const { accountId } = person;
      const key = { public_key: 'x', counter: 3, transports: '["usb"]', created_at: clock.now, used_at: null };
      await store.db
        .insertInto('staff_passkeys')
        .values({ ...key, id: `key-of-${name}`, account_id: accountId, name: `${name}’s browser` })
        .execute();
      expect((await person.call(changePerson, { id: accountId, name })).statusCode).toBe(200);
      expect((await person.call(beginNewPasskey, {})).statusCode).toBe(200);
    }
    const { address } = await store.db
      .selectFrom('staff_accounts')
      .select('address')
      .where('id', '=', ada.accountId)
      .executeTakeFirstOrThrow();

    const to = join(temporaryFolder(), 'ada.zip');
    const { run } = testContext(
      createPrivacyCommand(async () => {}),
      store,
      { settings: context.settings, files: context.files },
    );
    const outcome = await run('export', address.toUpperCase(), '--to', to, '--by', 'dpo');
    expect(outcome).toMatchObject({ code: 0, printed: expect.stringMatching(/ 1 +accounts at the desk/) });
    const files = readZip(await readFile(to));
    const data = JSON.parse(files.get('data.json')!.toString()) as { deskAccounts: unknown[] };
    expect(data.deskAccounts).toMatchObject([
      {
        name: 'Ada',
        address,
        roles: ['admin'],
        passkeys: [{ id: 'key-of-Ada', reachedBy: ['usb'], timesUsed: 3, lastUsed: null }],
        sessions: [{ way: 'link', device: 'A browser', ended: null }],
        signInsBegun: [{ kind: 'new passkey', finished: null }],
        actions: [{ what: 'account changed', to: 'account', id: ada.accountId }],
      },
    ]);
    const written = [...files.values()].map(String).join('\n');
    expect(files.get('index.html')!.toString()).toContain('Ada’s browser');
    expect(written).not.toContain('Colleague');
    const [session] = await store.db.selectFrom('staff_sessions').select('token_hash').where('account_id', '=', ada.accountId).execute();
    const [begun] = await store.db.selectFrom('staff_sign_ins').selectAll().where('account_id', '=', ada.accountId).execute();
    for (const secret of [session!.token_hash, begun!.challenge, begun!.browser_hash]) expect(written).not.toContain(secret);
  });
});
