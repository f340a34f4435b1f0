import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { correctLeadCall } from '../../contract/calls/desk/lead-calls.ts';
import { tellErasure } from '../deliveries/delivery-subscribers.ts';
import { fileSettings, openFiles } from '../files/files.ts';
import { addEvent } from '../leads/lead-repository.ts';
import { listErasures } from '../privacy/erasure-list.ts';
import { createPrivacyCommand } from '../privacy/privacy-command.ts';
import { reapplyErasures } from '../privacy/reapply-erasures.ts';
import { freshStore, silent, temporaryFolder, testOnPostgres, testOnStores } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { readSettings } from '../settings/settings.ts';
import { testContext } from '../testing/command.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';
import { addLeads, noon } from '../work/index/index.testing.ts';

/** When something of these requests happened, and when they are erased. */
const [AT, LATER] = [noon, noon + 86_400_000];

async function setUp(emails: readonly string[], message = '') {
  const dataDir = temporaryFolder();
  const store = await freshStore({ dataDir });
  const ids = await addLeads(
    store,
    emails.map((email) => ({ answers: { email, message } })),
  );
  const settings = readSettings({ DATA_DIR: dataDir });
  const { run } = testContext(createPrivacyCommand(tellErasure), store, { settings, now: () => LATER });
  return { store, dataDir, ids, settings, run };
}

async function note(store: Store, id: string, text: string): Promise<void> {
  await store.begin((tx) => addEvent(tx, id, { at: AT, kind: 'note', detail: { text, mentions: [] } }));
}

async function notesOf({ db }: Store): Promise<string[]> {
  const rows = await db.selectFrom('lead_events').select('detail').where('kind', '=', 'note').orderBy('id').execute();
  return rows.map(({ detail }) => (JSON.parse(detail) as { text: string }).text);
}

/** Erases again in a store what another one has erased. */
async function reapply(from: Store, { store, settings }: Awaited<ReturnType<typeof setUp>>) {
  const files = openFiles({ ...fileSettings(settings), store, log: silent });
  const parts = { store, files, dataDir: settings.DATA_DIR, now: () => LATER, onErased: tellErasure };
  return reapplyErasures(parts, await listErasures(from.db), 'test');
}

testOnStores('an address that is the end of another one is erased without the other', async () => {
  const { store, dataDir, run } = await setUp(['ada@x.example', 'da@x.example', 'bob@x.example']);
  const [, , bob] = await store.db.selectFrom('leads').select('id').orderBy('id').execute();
  await note(store, bob!.id, 'Colleague of Ada@x.example');
  const mail = 'From: site@x.example\r\nTo: Ada@x.example\r\n\r\nDear ada@x.example';
  await writeFile(join(dataDir, 'kept-ada.txt'), mail);
  const { code, printed, warned } = await run('erase', 'da@x.example', '--yes', '--staff-mentions');
  expect([code, warned, printed]).toEqual([0, '', expect.not.stringContaining('named the address')]);
  expect(printed).toContain('DATA_DIR was searched: the address is nowhere in it.');
  expect(await notesOf(store)).toEqual(['Colleague of Ada@x.example']);
  expect((await store.db.selectFrom('leads').select('email').orderBy('id').execute()).map(({ email }) => email)).toEqual([
    'ada@x.example',
    'bob@x.example',
  ]);
  await note(store, bob!.id, 'Ask da@x.example');
  expect((await run('erase', 'da@x.example', '--yes')).printed).toContain(`--staff-mentions takes it out: ${bob!.id}`);
});

testOnStores('whoever asks for all spellings is taken out of staff’s words in every one of them', async () => {
  const { store, ids, run } = await setUp(['ada@x.example', 'ADA+news@x.example', 'bob@x.example'], 'Ask Ada+job@x.example');
  await note(store, ids[2]!, 'Colleague of Ada@x.example and of ada+news@x.example');
  const { printed } = await run('erase', 'ada@x.example', '--yes', '--spelling', 'all', '--staff-mentions');
  expect(printed).toContain(`npm run leads -- show ID): ${ids[2]!}`);
  expect(await notesOf(store)).toEqual(['Colleague of [erased address] and of [erased address]']);
});

test('an address in capitals is found in DATA_DIR too', async () => {
  const { run } = await setUp(['bob@x.example'], 'Ask cArL@X.Example');
  const { code, printed, warned } = await run('erase', 'carl@x.example', '--yes');
  expect([code, warned]).toEqual([1, expect.stringContaining('The address still stands in store.sqlite')]);
  expect(printed).not.toContain('nowhere');
});

testOnPostgres('what is left of the embedded store after a move is searched as well', async () => {
  const { dataDir, run } = await setUp(['bob@x.example']);
  await writeFile(join(dataDir, 'store.sqlite'), 'xBob@X.examplex');
  const { code, warned } = await run('erase', 'bob@x.example', '--yes');
  expect([code, warned]).toEqual([1, expect.stringContaining('store.sqlite of DATA_DIR, which was moved to PostgreSQL: remove it')]);
});

testOnStores('an address that was mistyped is erased from the request that had it', async () => {
  const { store, dataDir, ids, run } = await setUp(['stranger@typo.example']);
  const desk = await testDesk(store, { DATA_DIR: dataDir });
  const ada = await desk.signedIn('sales');
  const event = { type: 'lead.received', lead_id: ids[0]!, at: AT };
  await store.db
    .insertInto('delivery_events')
    .values({ ...event, id: 'msg_1', payload: '{"email":"stranger@typo.example"}' })
    .execute();
  const link = { lead_id: ids[0]!, address_key: 'stranger@typo.example', created_at: AT, expires_at: AT + 1 };
  await store.db
    .insertInto('verifications')
    .values({ ...link, token_hash: 'x', used_at: null, superseded_at: null, sent_at: AT })
    .execute();
  await ada.call(correctLeadCall, { id: ids[0]!, version: 0, corrections: { email: 'right@x.example' } });
  const { printed } = await run('erase', 'stranger@typo.example', '--yes', '--staff-mentions');
  expect(printed).toMatch(/1 {2}requests of others that had the address before staff corrected it/);
  const rows = [];
  for (const table of ['leads', 'lead_addresses', 'verifications', 'delivery_events', 'lead_events'] as const)
    rows.push(...(await store.db.selectFrom(table).selectAll().execute()));
  expect(JSON.stringify(rows)).not.toContain('stranger@');
  expect(await store.db.selectFrom('leads').select('email').execute()).toEqual([{ email: 'right@x.example' }]);
});

testOnStores('a restored backup is erased again of whoever only staff’s words, or a former address, name', async () => {
  const words = 'Her assistant is carl.only@x.example';
  const [live, restored] = [
    await setUp(['ada@x.example', 'newb@x.example', 'newb@x.example']),
    await setUp(['ada@x.example', 'newb@x.example', 'newb@x.example']),
  ];
  for (const { store, ids } of [live, restored]) {
    await note(store, ids[0]!, words);
    const former = { email: 'olda@x.example', email_key: 'olda@x.example', confirmed: 1, until: AT } as const;
    await store.db
      .insertInto('lead_addresses')
      .values({ ...former, id: 'f', lead_id: ids[1]! })
      .execute();
  }
  await live.run('erase', 'carl.only@x.example', '--yes', '--staff-mentions');
  await live.run('erase', 'olda@x.example', '--yes');
  expect(await reapply(live.store, restored)).toEqual({ erasures: 2, subjects: 2 });
  expect(await notesOf(restored.store)).toEqual(['Her assistant is [erased address]']);
  const left = await restored.store.db.selectFrom('leads').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual([restored.ids[0], restored.ids[2]]);
});
