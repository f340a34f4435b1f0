import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendSuspended } from '../backup/restore/queued-jobs.ts';
import { createRestoreCommand } from '../backup/restore/restore-command.ts';
import { restoreBackup } from '../backup/restore/restore-backup.ts';
import { takeBackup } from '../backup/take-backup.ts';
import { addEndpoint, listEndpoints } from '../deliveries/endpoints.ts';
import { tellErasure } from '../deliveries/delivery-subscribers.ts';
import { insertAccount } from '../staff/accounts.ts';
import { beginSession } from '../staff/sign-in/sessions.ts';
import { beginSignIn } from '../staff/sign-in/sign-ins.ts';
import { enqueue } from '../queue/job-queue.ts';
import { job } from '../queue/jobs.testing.ts';
import { ERASURE_LIST, writeErasureList, listErasures } from '../privacy/erasure-list.ts';
import { eraseSubject } from '../privacy/erase-subject.ts';
import { subjectOf } from '../privacy/subject.ts';
import { restoreSteps } from '../compose/restore-steps.ts';
import { readSettings } from '../settings/settings.ts';
import { lockDataDir } from '../store/data-dir/data-dir-lock.ts';
import { OWN_ID } from '../files/storage-owner.ts';
import { openStore } from '../store/store.ts';
import { placeFor, silent, temporaryFolder, testOnStores } from '../store/store.testing.ts';
import { bystander, setUpServer, zenobia } from '../testing/person.testing.ts';

const minute = 60_000;
const waitingJob = job(() => undefined);

async function setUp() {
  const options = await placeFor({ filled: true });
  const server = await setUpServer(options);
  await server.doEverything(zenobia);
  await server.doEverything(bystander);
  const folder = temporaryFolder();
  const place = { dataDir: options.dataDir, databaseUrl: options.databaseUrl, programs: undefined };
  const backUp = () => takeBackup({ place, folder, now: () => server.clock.now, tell: () => undefined });
  const backup = await backUp();
  server.clock.now += minute;
  const parts = {
    store: server.store,
    files: server.context.files,
    dataDir: place.dataDir,
    now: () => server.clock.now,
    onErased: tellErasure,
  };
  await eraseSubject(parts, subjectOf(zenobia.email, 'mailbox', server.clock.now), { actor: 'dpo', action: 'erase' });
  server.clock.now += minute;
  return { server, backup, backUp, place };
}

async function restoredEmails(setup: Awaited<ReturnType<typeof setUp>>, erasureLists: string[] = []) {
  const { dataDir, databaseUrl } = await placeFor();
  const told: string[] = [];
  const place = { dataDir, databaseUrl, programs: undefined };
  const how = { steps: restoreSteps, erasureLists, filesThere: false, log: silent, now: () => setup.server.clock.now };
  await restoreBackup({ backup: setup.backup, place, ...how, tell: (text) => void told.push(text) });
  const store = await openStore({ dataDir, databaseUrl, log: silent });
  onTestFinished(() => store.close());
  await store.migrate();
  const emails = (await store.db.selectFrom('leads').select('email').execute()).map(({ email }) => email);
  return {
    emails: [...new Set(emails)].toSorted(),
    told,
    erasures: (await listErasures(store.db)).length,
    files: await store.db.selectFrom('files').selectAll().execute(),
  };
}

describe('a restored backup', () => {
  test('erases again what a later backup beside it knows was erased', async () => {
    const setup = await setUp();
    await setup.backUp();
    const { emails, told, erasures, files } = await restoredEmails(setup);
    expect([emails, erasures, files.length]).toEqual([[bystander.email], 1, 1]);
    expect(told).toEqual(['erased again: 1 people; 1 erasures were not in the backup']);
  });

  testOnStores('put back by other means: what was due is held, nobody is signed in or told, and it erases again', async () => {
    const { backup, place: first, server } = await setUp();
    const list = join(temporaryFolder(), 'list');
    await writeErasureList(first.dataDir, await listErasures(server.store.db));
    await copyFile(join(first.dataDir, ERASURE_LIST), list);
    const now = () => server.clock.now;
    // As after restoring a snapshot: only the rows, without the steps of a restore.
    const { dataDir, databaseUrl } = await placeFor();
    const place = { dataDir, databaseUrl, programs: undefined };
    await restoreBackup({ backup, place, steps: [], erasureLists: [], filesThere: false, log: silent, now, tell: () => undefined });
    const store = await openStore({ dataDir, databaseUrl, log: silent });
    onTestFinished(() => store.close());
    await store.migrate();
    await sendSuspended(store, now());
    await enqueue(store.db, waitingJob, { n: 1 }, { now: now() });
    await addEndpoint(store.db, { kind: 'webhook', url: 'https://x.example', events: ['lead.created'], now: now() });
    const id = await store.db.selectFrom('secrets').select('value').where('name', '=', OWN_ID).execute();

    const printed: string[] = [];
    const settings = readSettings({ DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
    const context = { settings, now, print: (line: string) => void printed.push(line), warn: (line: string) => void printed.push(line) };
    const command = createRestoreCommand({ steps: restoreSteps, silent: [] });
    for (const _ of ['once', 'and again']) expect(await command.run(['--put-back', '--erasures', list], context)).toBe(0);
    const leads = await store.db.selectFrom('leads').select('email').distinct().execute();
    expect(leads.map(({ email }) => email)).toEqual([bystander.email]);
    const due = await store.db.selectFrom('jobs').select('name').where('status', 'in', ['ready', 'running']).execute();
    expect([due, printed.join('\n')]).toEqual([[], expect.stringContaining(waitingJob.name)]);
    expect(await listEndpoints(store.db, ['on'])).toEqual([]);
    expect(await store.db.selectFrom('secrets').select('value').where('name', '=', OWN_ID).execute()).toEqual(id);
    const release = await lockDataDir(dataDir, 0);
    await expect(command.run(['--put-back'], context)).rejects.toThrow('stop it first');
    release();
  });
});

test('a restored backup has its accounts, and nobody signed in', async () => {
  const options = await placeFor({ filled: true });
  const store = await openStore(options);
  onTestFinished(() => store.close());
  await store.migrate();
  const now = Date.UTC(2026, 10, 22);
  const accountId = await insertAccount(store.db, { name: 'Ada', address: 'ada@staff.internal', roles: ['hr'], state: 'active', now });
  await beginSession(store.db, { accountId, way: 'link', device: 'A browser', now, replaces: undefined });
  await beginSignIn(store.db, { kind: 'first', token_hash: 'hash', now });
  const place = { dataDir: options.dataDir, databaseUrl: undefined, programs: undefined };
  const backup = await takeBackup({ place, folder: temporaryFolder(), now: () => now, tell: () => undefined });
  const told: string[] = [];
  const target = { dataDir: temporaryFolder(), databaseUrl: undefined, programs: undefined };
  const how = { steps: restoreSteps, erasureLists: [], filesThere: false, log: silent, now: () => now };
  await restoreBackup({ backup, place: target, ...how, tell: (text) => void told.push(text) });
  const restored = await openStore({ dataDir: target.dataDir, log: silent });
  onTestFinished(() => restored.close());
  await restored.migrate();
  expect(told).toContain('signed out: 1 sessions of staff');
  const counts = await Promise.all(
    (['staff_accounts', 'staff_sessions', 'staff_sign_ins'] as const).map(
      async (table) => (await restored.db.selectFrom(table).selectAll().execute()).length,
    ),
  );
  expect(counts).toEqual([1, 0, 0]);
});

test('a restored backup erases again what the list of the lost DATA_DIR says, and nothing without one', async () => {
  const setup = await setUp();
  const list = join(temporaryFolder(), 'list');
  await writeErasureList(setup.place.dataDir, await listErasures(setup.server.store.db));
  await copyFile(join(setup.place.dataDir, ERASURE_LIST), list);
  expect((await restoredEmails(setup)).emails).toEqual([bystander.email, zenobia.email].toSorted());
  expect((await restoredEmails(setup, [list])).emails).toEqual([bystander.email]);
});
