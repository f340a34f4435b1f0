import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { consentPurposes } from '../../contract/desk/agreement-words.ts';
import { UsageError } from '../cli/command.ts';
import { sealConsents, verifyChain } from '../leads/consents/consent-chain.ts';
import { standingConsents } from '../leads/consents/consent-records.ts';
import { suppress, unsuppress } from '../mail/suppression.ts';
import { consentsCommand } from '../privacy/consents-command.ts';
import { tellErasure } from '../deliveries/delivery-subscribers.ts';
import { createPrivacyCommand } from '../privacy/privacy-command.ts';
import { removeLeads } from '../privacy/retention-rules.ts';
import { freshStore, placeFor, testOnStores } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { longestTurn } from '../testing/thread-turns.testing.ts';
import { bystander, setUpServer, zenobia } from '../testing/person.testing.ts';
import { testContext } from '../testing/command.testing.ts';
import { everyEighthRun } from '../testing/rotation.testing.ts';

const at = Date.UTC(2026, 10, 22);

async function lead(store: Store, id: string): Promise<void> {
  const texts = { product: 'www', caller: 'home_cu', form: 'generic', answers: '{"name":"Ada"}', attribution: '{}' };
  const { db } = store;
  await db
    .insertInto('leads')
    .values({
      ...texts,
      id,
      kind: 'contact',
      form_version: 1,
      email: `${id}@example.com`,
      email_key: `${id}@example.com`,
      status: 'unverified',
      suspected_spam: 0,
      spam_reason: null,
      created_at: at,
      verified_at: null,
      owner_answer: null,
      about: null,
    })
    .execute();
}

async function consent(store: Store, leadId: string, id: string): Promise<void> {
  const given = { action: 'asked', purpose: 'marketing', text: 'I agree', text_version: '1', page: '/', at } as const;
  await store.db
    .insertInto('consents')
    .values({ ...given, id, lead_id: leadId })
    .execute();
}

async function manyConsents({ db, dialect }: Store, count: number): Promise<void> {
  const numbers =
    dialect === 'sqlite'
      ? sql`with recursive c(n) as (select 1 union all select n + 1 from c where n < ${sql.lit(count)}) select n from c`
      : sql`select generate_series(1, ${sql.lit(count)}) as n`;
  await sql`insert into consents (id, lead_id, action, purpose, text, text_version, page, at)
    select 'c' || (100000 + n), 'a', 'asked', 'marketing', 'I agree', '1', '/', 1 from (${numbers}) as numbers`.execute(db);
}

async function chained(): Promise<Store> {
  const store = await freshStore();
  for (const id of ['a', 'b']) await lead(store, id);
  for (const id of ['a1', 'a2', 'b1', 'b2', 'b3']) await consent(store, id[0]!, id);
  expect(await sealConsents(store, at)).toBe(5);
  return store;
}

const damages: [what: string, damage: (store: Store) => Promise<unknown>, said: RegExp][] = [
  [
    'words that were changed',
    ({ db }) => db.updateTable('consents').set({ text: 'I agree to more' }).where('id', '=', 'b1').execute(),
    /consent of entry 3 was changed \(b1\)/,
  ],
  [
    'a time that was changed',
    ({ db }) =>
      db
        .updateTable('consents')
        .set({ at: at - 1 })
        .where('id', '=', 'a2')
        .execute(),
    /consent of entry 2 was changed/,
  ],
  [
    'a consent that was deleted',
    ({ db }) => db.deleteFrom('consents').where('id', '=', 'b2').execute(),
    /consent of entry 4 is gone, and no entry says/,
  ],
  [
    'a salt that was taken away',
    ({ db }) => db.updateTable('consent_chain').set({ salt: null, consent_id: null }).where('seq', '=', 4).execute(),
    /consent of entry 4 is gone, and no entry says/,
  ],
  ['an entry that was deleted', ({ db }) => db.deleteFrom('consent_chain').where('seq', '=', 2).execute(), /entry 2 is missing/],
  ['the first entries deleted', ({ db }) => db.deleteFrom('consent_chain').where('seq', '<', 3).execute(), /entry 1 is missing/],
  [
    'a digest that was changed',
    ({ db }) => db.updateTable('consent_chain').set({ digest: 'x' }).where('seq', '=', 5).execute(),
    /entry 5 was changed/,
  ],
  [
    'a hash that was changed',
    ({ db }) => db.updateTable('consent_chain').set({ hash: 'x' }).where('seq', '=', 1).execute(),
    /entry 1 was changed/,
  ],
];

describe('the chain of consents', () => {
  testOnStores('is sound, takes what comes later, and each consent once', async () => {
    const store = await chained();
    expect(await verifyChain(store.db)).toMatchObject({ entries: 5, removed: 0, unsealed: 0, fault: undefined });
    await consent(store, 'a', 'a3');
    expect(await verifyChain(store.db)).toMatchObject({ entries: 5, unsealed: 1, fault: undefined });
    // Two servers at the same time.
    const sealed = await Promise.all([sealConsents(store, at), sealConsents(store, at)]);
    expect(sealed.toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(await verifyChain(store.db)).toMatchObject({ entries: 6, unsealed: 0, fault: undefined });
  });

  test.each(damages)('shows %s', async (_, damage, said) => {
    const store = await chained();
    await damage(store);
    expect((await verifyChain(store.db)).fault).toMatch(said);
  });

  test('is longer than one reading of it, and stays sound when leads are removed, which it says', async () => {
    const store = await chained();
    await lead(store, 'c');
    for (let from = 0; from < 1100; from += 100) {
      const rows = Array.from({ length: 100 }, (_, index) => `c${String(from + index).padStart(4, '0')}`);
      for (const id of rows) await consent(store, 'c', id);
    }
    expect(await sealConsents(store, at)).toBe(1100);
    const { head } = await verifyChain(store.db);
    expect(await removeLeads({ store, files: { remove: async () => true }, dataDir: '', now: () => at }, ['b', 'c'])).toBe(2);
    expect(await verifyChain(store.db)).toEqual({
      entries: 1105 + 1103,
      removed: 1103,
      unsealed: 0,
      head: expect.any(String),
      fault: undefined,
    });
    const [seq, hash] = head!.split(':');
    expect((await verifyChain(store.db, { seq: Number(seq), hash: hash! })).fault).toBeUndefined();
    // No hash and salt are left by which guesses of the removed entries could be tried.
    const left = await store.db.selectFrom('consent_chain').select(['consent_id', 'salt']).where('seq', '>', 2).execute();
    expect(new Set(left.flatMap((entry) => [entry.consent_id, entry.salt]))).toEqual(new Set([null]));
  });

  everyEighthRun(test, 4)('takes a bulk load, and leaves others their turn meanwhile', async () => {
    const store = await chained();
    await manyConsents(store, 12_000);
    expect(await longestTurn(async () => expect(await sealConsents(store, at)).toBe(12_000))).toBeLessThan(150);
    expect(await verifyChain(store.db)).toMatchObject({ entries: 12_005, unsealed: 0, fault: undefined });
  });

  testOnStores('stays sound over an erasure, and over a withdrawal', async () => {
    const server = await setUpServer(await placeFor({ filled: true }));
    for (const person of [zenobia, bystander]) {
      await server.ask(person);
      await server.apply(person);
    }
    const { settings, files } = server.context;
    const context = { settings, files, now: () => server.clock.now };
    const { run } = testContext(consentsCommand, server.store, context);
    const before = await run('verify');
    expect([before.code, before.printed]).toEqual([0, expect.stringMatching(/^Sound: 4 entries, 0 of them.*Head: 4:[0-9a-f]{64}$/)]);
    expect((await run('withdraw', 'Zenobia.Q+x@example.org', '--purpose', 'marketing')).printed).toBe('Withdrawn: 1 consents (marketing).');
    expect((await run('withdraw', zenobia.email, '--purpose', 'marketing')).printed).toBe('Nothing of it stood.');
    const [asked] = await server.store.db.selectFrom('consents').select('text').where('purpose', '=', 'marketing').execute();
    const withdrawn = await server.store.db.selectFrom('withdrawals').select(['text', 'page']).execute();
    expect(withdrawn).toEqual([{ text: asked!.text, page: 'npm run consents' }]);
    await testContext(createPrivacyCommand(tellErasure), server.store, context).run('erase', zenobia.email, '--yes');
    const head = before.printed.split(' ').at(-1)!;
    const after = await run('verify', '--head', head);
    expect([after.code, after.printed]).toEqual([0, expect.stringMatching(/^Sound: 8 entries, 3 of them/)]);
    expect((await standingConsents(server.store.db, bystander.email)).map((row) => row.purpose).toSorted()).toEqual([
      'marketing',
      'recruiting',
    ]);
  });
});

test('a chain that was cut off, or made anew, is told by a head that was noted', async () => {
  const store = await chained();
  const { run } = testContext(consentsCommand, store);
  const head = (await run('verify')).printed.split(' ').at(-1)!;
  await store.db.deleteFrom('consent_chain').where('seq', '>', 3).execute();
  expect((await verifyChain(store.db)).fault).toBeUndefined();
  expect(await run('verify', '--head', head)).toMatchObject({
    code: 1,
    warned: 'The chain breaks: the chain ends at entry 3, and 5 was noted.',
  });
  await store.db.deleteFrom('consent_chain').execute();
  await sealConsents(store, at);
  expect((await run('verify', '--head', head)).warned).toContain('entry 5 is not the one whose hash was noted');
  await expect(run('verify', '--head', 'x')).rejects.toThrow('--head is the number and the hash');
});

test('who may be written to has confirmed, not withdrawn since, and called no mail spam', async () => {
  const server = await setUpServer(await placeFor({ filled: true }));
  await server.doEverything(zenobia);
  await server.ask(bystander);
  const { run } = testContext(consentsCommand, server.store, { now: () => server.clock.now });
  expect((await run('list', '--purpose', 'marketing', '--csv')).printed).toMatch(
    /^email,name,confirmed\r\nzenobia\.q@example\.org,Zenobia Quillfeather,2026-[^\n]*$/,
  );
  await suppress(server.store.db, zenobia.email, 'its owner called a mail spam', server.clock.now);
  expect((await run('list', '--purpose', 'marketing')).printed).toBe('Nobody.');
  await unsuppress(server.store.db, zenobia.email);
  expect((await run('list', '--purpose', 'marketing')).printed).toContain(zenobia.email);
  expect((await run('show', bystander.email)).printed).toMatch(/asked +marketing/);
  await run('withdraw', zenobia.email, '--purpose', 'all');
  expect((await run('list', '--purpose', 'marketing')).printed).toBe('Nobody.');
  expect((await run('show', zenobia.email)).printed).toMatch(/^Nothing that/);
  await expect(run('withdraw', bystander.email)).rejects.toThrow('--purpose is one of marketing, all');
});

testOnStores('a mistyped purpose is refused with those that there are; one of an earlier build can be listed and withdrawn', async () => {
  const store = await freshStore();
  await lead(store, 'a');
  await consent(store, 'a', 'a1');
  const { run } = testContext(consentsCommand, store, { now: () => at + 1 });
  const declared = consentPurposes.join(', ');
  for (const typed of ['newsletters', 'Newsletter', 'all ']) {
    const said = (last: string) => new UsageError(`--purpose is one of ${declared}${last}`);
    await expect(run('withdraw', 'a@example.com', '--purpose', typed)).rejects.toThrow(said(', all'));
    await expect(run('list', '--purpose', typed)).rejects.toThrow(said(''));
  }
  await store.db.updateTable('consents').set({ purpose: 'fax', action: 'confirmed' }).execute();
  await expect(run('list', '--purpose', 'all')).rejects.toThrow(`--purpose is one of ${declared}, fax`);
  expect((await run('list', '--purpose', 'fax')).printed).toContain('a@example.com');
  expect((await run('withdraw', 'a@example.com', '--purpose', 'fax')).printed).toBe('Withdrawn: 1 consents (fax).');
  expect((await run('withdraw', 'a@example.com', '--purpose', 'fax')).printed).toBe('Nothing of it stood.');
});
