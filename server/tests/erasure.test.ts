import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../cli/command.ts';
import { findLeadPage } from '../work/index/lead-list.ts';
import type { Log } from '../kernel/log.ts';
import { eraseSubject, JobsRun } from '../privacy/erase-subject.ts';
import { tellErasure } from '../deliveries/delivery-subscribers.ts';
import { createPrivacyCommand } from '../privacy/privacy-command.ts';
import { syncErasures } from '../privacy/reapply-erasures.ts';
import { subjectOf } from '../privacy/subject.ts';
import { openFiles } from '../files/files.ts';
import { openStore, type StoreOptions } from '../store/store.ts';
import { tables } from '../store/schema.ts';
import { placeFor, silent, temporaryFolder, testOnStores } from '../store/store.testing.ts';
import type { Table } from '../store/table.ts';
import { bystander, marksOf, setUpServer, zenobia } from '../testing/person.testing.ts';
import { workOnAll } from '../testing/staff-work.testing.ts';
import { testContext } from '../testing/command.testing.ts';

type Server = Awaited<ReturnType<typeof setUpServer>>;

async function commandBeside(place: StoreOptions, { context, clock }: Server) {
  const store = await openStore(place);
  onTestFinished(() => store.close());
  await store.migrate();
  const files = openFiles({ dataDir: place.dataDir, store, log: silent });
  return testContext(createPrivacyCommand(tellErasure), store, { settings: context.settings, files, now: () => clock.now }).run;
}

async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = (await readFile(join(entry.parentPath, entry.name))).toString('latin1');
    const lower = bytes.replaceAll('=\r\n', '').toLowerCase();
    const decoded = [...bytes.matchAll(/[A-Za-z0-9+/\r\n]{16,}={0,2}/g)].map(([block]) => Buffer.from(block, 'base64').toString('latin1'));
    const all = [lower, lower.replaceAll('\0', ''), ...decoded.map((text) => text.toLowerCase())];
    for (const text of texts) if (all.some((one) => one.includes(text.toLowerCase()))) found.push(`${entry.name}: ${text}`);
  }
  return found;
}

async function rowsOf(server: Server, email: string): Promise<Record<string, number>> {
  const { db } = server.store;
  const ids = (await db.selectFrom('leads').select('id').where('email', '=', email).execute()).map((lead) => lead.id);
  const jobs = (await db.selectFrom('jobs').select('payload').execute()).filter((job) => ids.some((id) => job.payload.includes(id)));
  const counts: Record<string, number> = { leads: ids.length, jobs: jobs.length };
  for (const [name, { columns }] of Object.entries<Table>(tables)) {
    if (!('lead_id' in columns)) continue;
    const rows = await db
      .selectFrom(name as 'consents')
      .select('lead_id')
      .execute();
    counts[name] = rows.filter((row) => ids.includes(row.lead_id)).length;
  }
  return counts;
}

describe('an erasure', () => {
  testOnStores('takes everything of the person, and nothing of anybody else', async () => {
    const place = await placeFor({ filled: true });
    const server = await setUpServer(place);
    await server.doEverything(zenobia);
    await server.doEverything(bystander);
    await workOnAll(server.store);
    const found = async (search: string) =>
      (await findLeadPage(server.store, { filter: { section: 'lead', search }, sort: 'newest', limit: 9 })).rows.map((row) => row.name);
    expect(await found(zenobia.surname)).toContain('zenobia quillfeather');
    const others = await rowsOf(server, bystander.email);
    const held = await rowsOf(server, zenobia.email);
    expect(Object.keys(held).filter((table) => held[table] === 0)).toEqual(['withdrawals', 'delivery_events', 'crm_contacts']);
    expect((await filesWith(place.dataDir, marksOf(zenobia))).length).toBeGreaterThan(3);
    const keys = (await server.store.db.selectFrom('files').select(['key', 'name']).execute()).filter(({ name }) =>
      name.startsWith('Quill'),
    );

    const run = await commandBeside(place, server);
    const { code, printed, warned } = await run('erase', zenobia.email, '--yes', '--by', 'dpo');
    expect([code, warned]).toEqual([0, '']);
    expect(printed).toMatch(/4 {2}requests, messages and applications/);

    expect(Object.values(await rowsOf(server, zenobia.email)).every((count) => count === 0)).toBe(true);
    for (const search of [zenobia.surname, zenobia.email.slice(0, 8), zenobia.phone]) expect(await found(search)).toEqual([]);
    expect(await rowsOf(server, bystander.email)).toEqual(others);
    const { db } = server.store;
    const rows = await Promise.all(
      (['leads', 'jobs', 'mail_log', 'suppressions', 'idempotency', 'erasures', 'privacy_log', 'uploads'] as const).map((table) =>
        db.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(marksOf(zenobia).filter((mark) => JSON.stringify(rows).includes(mark))).toEqual([]);
    for (const { key } of keys) expect(JSON.stringify(rows)).not.toContain(key);
    expect((await filesWith(place.dataDir, marksOf(bystander))).length).toBeGreaterThan(3);

    const log = JSON.parse((await run('log', '--json')).printed) as { action: string; actor: string; counts: Record<string, number> }[];
    expect(log).toMatchObject([{ action: 'erase', actor: 'dpo', counts: { leads: 4, files: 1, jobs: expect.toSatisfy((n) => n > 4) } }]);
    expect((await run('erase', zenobia.email, '--yes')).printed).toMatch(/ 0 {2}requests/);
  });
});

test('no byte of the person is left in DATA_DIR, also while the server has the store open and goes on', async () => {
  const place = await placeFor({ filled: true });
  const server = await setUpServer(place);
  await server.doEverything(zenobia);
  await server.doEverything(bystander);
  // The server's own changes leave data in free pages and in the log.
  await server.store.db.deleteFrom('mail_log').execute();
  const run = await commandBeside(place, server);
  await server.write({ ...bystander, message: 'Another sentence, sent just before' });
  const { printed } = await run('erase', zenobia.email, '--yes');
  expect(printed).toContain('DATA_DIR was searched: the address is nowhere in it.');
  expect(await filesWith(place.dataDir, marksOf(zenobia))).toEqual([]);
  await server.write(bystander);
  await server.pass(200_000);
  expect(await filesWith(place.dataDir, marksOf(zenobia))).toEqual([]);
  expect((await rowsOf(server, bystander.email)).leads).toBe(6);
});

test('what the search knew of the person is merged away, not only marked as gone', async () => {
  const place = await placeFor({ filled: true });
  const server = await setUpServer(place);
  await server.doEverything(bystander);
  await server.doEverything(zenobia);
  // Terms left in the search index that only this person's data contains.
  const terms = async () => {
    await sql`create virtual table temp.vocabulary using fts5vocab(main, lead_search, 'instance')`.execute(server.store.db);
    const { rows } = await sql<{ term: string; doc: number }>`select term, doc from temp.vocabulary`.execute(server.store.db);
    await sql`drop table temp.vocabulary`.execute(server.store.db);
    return rows.filter(({ term }) => ['zen', 'eno', 'uil'].includes(term)).length;
  };
  const pages = async () =>
    (await sql<{ block: Uint8Array }>`select block from lead_search_data`.execute(server.store.db)).rows.reduce(
      (n, { block }) => n + block.length,
      0,
    );
  expect(await terms()).toBeGreaterThan(0);
  const before = await pages();
  const run = await commandBeside(place, server);
  await run('erase', zenobia.email, '--yes');
  expect(await terms()).toBe(0);
  expect(await pages()).toBeLessThan(before);
  await sql`insert into lead_search (lead_search, rank) values ('integrity-check', 1)`.execute(server.store.db);
});

test('what is told before says what is there, and nothing is erased unless the address is typed again', async () => {
  const place = await placeFor({ filled: true });
  const server = await setUpServer(place);
  await server.doEverything(zenobia);
  await server.write({ ...bystander, message: `You should also ask ${zenobia.email}, who knows about quinces` });
  const before = await rowsOf(server, zenobia.email);
  const answers: (string | undefined)[] = [];
  const asked: string[] = [];
  const { run } = testContext(createPrivacyCommand(tellErasure), server.store, {
    settings: server.context.settings,
    files: server.context.files,
    ask: async (question) => {
      asked.push(question);
      return answers.shift();
    },
  });
  await expect(run('erase', zenobia.email)).rejects.toThrow('--yes erases without asking');
  answers.push('yes');
  expect(await run('erase', zenobia.email)).toMatchObject({ code: 1, warned: 'Nothing was erased.' });
  expect(await rowsOf(server, zenobia.email)).toEqual(before);
  answers.push(zenobia.email);
  const { code, printed, warned } = await run('erase', zenobia.email);
  const mentioned = (await server.store.db.selectFrom('leads').select('id').execute()).map((lead) => lead.id);
  expect(mentioned).toHaveLength(1);
  expect(printed).toContain(`npm run leads -- show ID): ${mentioned[0]!}`);
  // The sentence is another person's and stays, so the command reports that the store still contains the address.
  expect([code, warned]).toEqual([1, expect.stringContaining('store.sqlite')]);
  expect(asked).toHaveLength(3);
});

test('other spellings of the mailbox are told, and taken only where that was said', async () => {
  const place = await placeFor({ filled: true });
  const server = await setUpServer(place);
  const tagged = { ...zenobia, email: 'Zenobia.Q+work@example.org' };
  await server.ask(zenobia);
  await server.ask({ ...tagged, message: 'A sentence under another spelling' });
  await server.pass(1000);
  const { run } = testContext(createPrivacyCommand(tellErasure), server.store, {
    settings: server.context.settings,
    files: server.context.files,
  });
  await expect(run('erase', 'ZENOBIA.Q@example.org', '--yes')).rejects.toThrow('--spelling this, or --spelling all');
  await expect(run('erase', 'nobody', '--yes')).rejects.toThrow(UsageError);
  const { printed } = await run('erase', 'ZENOBIA.Q@example.org', '--yes', '--spelling', 'this');
  expect(printed).toContain('also written as Zenobia.Q+work@example.org (1 requests)');
  expect((await server.store.db.selectFrom('leads').select('email').execute()).map((lead) => lead.email)).toEqual([tagged.email]);
  await run('erase', zenobia.email, '--yes', '--spelling', 'all');
  expect(await server.store.db.selectFrom('leads').select('email').execute()).toEqual([]);
  expect(await filesWith(place.dataDir, ['zenobia', 'another spelling'])).toEqual([]);
});

test('a job that runs just now is waited for, and one that does not end leaves all but what was queued', async () => {
  const server = await setUpServer(await placeFor({ filled: true }));
  await server.ask(zenobia);
  const { db } = server.store;
  await db
    .updateTable('jobs')
    .set({ status: 'running', locked_by: 'another', locked_until: server.clock.now + 400 })
    .execute();
  const { settings, files } = server.context;
  const parts = { store: server.store, files, dataDir: settings.DATA_DIR, now: () => server.clock.now, onErased: tellErasure };
  const erasing = eraseSubject(parts, subjectOf(zenobia.email, 'mailbox'), { actor: 'dpo', action: 'erase', patience: 0 });
  await expect(erasing).rejects.toThrow(JobsRun);
  expect((await rowsOf(server, zenobia.email)).leads).toBe(1);
  const { run } = testContext(createPrivacyCommand(tellErasure), server.store, { settings, files, now: () => (server.clock.now += 50) });
  expect((await run('erase', zenobia.email, '--yes')).code).toBe(0);
  expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([]);
});

describe('a store that was restored from a backup of before an erasure', () => {
  test('erases again at the start of the server, and leaves what the person sent afterwards', async () => {
    const place = await placeFor({ filled: true });
    const server = await setUpServer(place);
    await server.doEverything(zenobia);
    await server.doEverything(bystander);
    const backup = temporaryFolder();
    await server.store.close();
    await cp(place.dataDir, backup, { recursive: true });

    const later = await setUpServer(place);
    later.clock.now = server.clock.now + 3_600_000;
    expect((await (await commandBeside(place, later))('erase', zenobia.email, '--yes')).code).toBe(0);
    await later.store.close();

    // The list of erasures stays: it is not part of the store.
    for (const name of ['store.sqlite', 'files', 'mail']) {
      await rm(join(place.dataDir, name), { recursive: true, force: true });
      await cp(join(backup, name), join(place.dataDir, name), { recursive: true });
    }
    const restored = await setUpServer(place);
    restored.clock.now = later.clock.now + 3_600_000;
    await restored.write({ ...zenobia, message: 'A new question, after all of it' });
    expect((await rowsOf(restored, zenobia.email)).leads).toBe(5);
    const told: string[] = [];
    const tell = (...given: unknown[]) => void told.push(String(given[1]));
    const log: Log = { ...silent, warn: tell, error: tell };
    const parts = {
      store: restored.store,
      files: restored.context.files,
      dataDir: place.dataDir,
      now: () => restored.clock.now,
      onErased: tellErasure,
    };
    await syncErasures(parts, log);
    expect(told).toEqual([expect.stringContaining('they were done again')]);
    expect((await rowsOf(restored, zenobia.email)).leads).toBe(1);
    expect(await filesWith(place.dataDir, [zenobia.company, zenobia.message, marksOf(zenobia).at(-1)!])).toEqual([]);
    expect((await rowsOf(restored, bystander.email)).leads).toBe(4);
    // Nothing is erased a second time.
    await syncErasures(parts, log);
    expect(told).toHaveLength(1);
  });

  test('erases again on another machine by the list of the first; a list that is none is refused', async () => {
    const place = await placeFor({ filled: true });
    const server = await setUpServer(place);
    await server.ask(zenobia);
    await (
      await commandBeside(place, server)
    )('erase', zenobia.email, '--yes');
    const list = join(place.dataDir, 'erasures.jsonl');
    expect(await filesWith(place.dataDir, ['example.org'])).toEqual([]);

    const elsewhere = await placeFor({ filled: true });
    await mkdir(elsewhere.dataDir, { recursive: true });
    const other = await setUpServer(elsewhere);
    await other.ask(zenobia);
    await other.ask(bystander);
    other.clock.now += 1000;
    const run = await commandBeside(elsewhere, other);
    expect((await run('reapply', list)).printed).toContain('1 of 1 erasures were not known here');
    expect((await other.store.db.selectFrom('leads').select('email').execute()).map((lead) => lead.email)).toEqual([bystander.email]);
    await copyFile(list, join(elsewhere.dataDir, 'list'));
    await writeFile(join(elsewhere.dataDir, 'list'), '{"id":1}\n', { flag: 'a' });
    await expect(run('reapply', join(elsewhere.dataDir, 'list'))).rejects.toThrow('line 2');
    await expect(run('reapply', join(elsewhere.dataDir, 'nothing'))).rejects.toThrow(/nothing cannot be read.*no such file/);
    await expect(run('reapply', elsewhere.dataDir)).rejects.toThrow('it is a folder');
  });
});
