import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { launchServer, type RunningServer } from '../fixtures/server.ts';
import { ask } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { makeServerData, type ServerData, type StoreKind } from './server-data.ts';
import { until } from './wait-until.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';

const cluster = inject('postgres');
const kinds: StoreKind[] = cluster === undefined ? ['sqlite'] : ['sqlite', 'postgres'];

const servers: RunningServer[] = [];
const after: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill()));
  for (const undo of after.splice(0).toReversed()) await undo();
});

test.each(kinds)('a store on %s that a newer version wrote ends the start, and the message says what to set', async (kind) => {
  const data = await dataOf(kind, true);
  await data.inside(async (store) => {
    await store.migrate();
    await store.db
      .insertInto('migrations' as never)
      .values({ name: '9999-later', applied_at: 1 })
      .execute();
  });
  const { listens, ...server } = await launch(data.settings);
  await expect(listens).rejects.toThrow('ended with 1');
  expect(server.output()).toMatch(/"level":50.*newer version: it has 9999-later.*Go forward: .*go back: .*DATABASE_URL or DATA_DIR/);
  expect(server.output()).not.toMatch(/\n {4}at /);
});

describe.skipIf(cluster === undefined)('PostgreSQL that the server cannot work with', () => {
  inTurn(
    test,
    0,
    2,
  )('a role that may not create tables: 503 and the right named once, until it has it', async () => {
    const { data, database, role } = await dataWithRole();
    // A first start: the folder does not exist yet.
    const server = await start({ ...data.settings, DATA_DIR: join(data.dataDir, 'new') });
    await expectNotReady(server, ['migrated', 'worker', 'files']);
    expect(await sendForm(server)).toBe(503);
    expect((await ask(server.url, 'GET', '/')).status).toBe(200);
    expect((await ask(server.url, 'GET', '/healthz')).status).toBe(200);
    expect(server.output().match(/lacks a right[^"]*42501/g)).toHaveLength(1);
    expect(server.output(), 'of files nothing can be said before the tables are there').not.toContain('no file can be kept');
    await onDatabase(database, `grant all on schema public to ${role}`);
    await until('ready', async () => ((await ask(server.url, 'GET', '/readyz/forms')).status === 200 ? true : undefined));
    expect(await sendForm(server)).toBe(201);
  });

  inTurn(
    test,
    1,
    2,
  )('a role that may not claim jobs: the worker is named, and forms are taken all the same', async () => {
    const { data, database, role } = await dataWithRole(true);
    await migrated(data);
    await onDatabase(database, `grant all on all tables in schema public to ${role}; revoke update on jobs from ${role}`);
    const server = await start(data.settings);
    await expectNotReady(server, ['worker']);
    expect(await sendForm(server)).toBe(201);
    await expect.poll(() => server.output().match(/jobs wait: [^"]*42501/g)).toHaveLength(1);
  });

  inTurn(
    test,
    1,
    2,
  )('one that is read-only, as a standby is: 503, and forms too', async () => {
    const data = await dataOf('postgres', true);
    const database = data.settings.DATABASE_URL!;
    await migrated(data);
    await onDatabase(database, `alter database ${nameOf(database)} set default_transaction_read_only = on`);
    const server = await start(data.settings);
    expect((await readiness(server)).status).toBe(503);
    expect(await sendForm(server)).toBe(503);
    expect(server.output()).toContain('DATABASE_URL must name the primary');
  });

  inTurn(
    test,
    0,
    2,
  )('a database that does not exist, and encryption that there is none of, are named', async () => {
    const missing = new URL(cluster!);
    missing.pathname = '/nowhere';
    const encrypted = new URL(cluster!);
    encrypted.searchParams.set('sslmode', 'require');
    const [one, other] = await Promise.all([missing, encrypted].map(async ({ href }) => start({ DATABASE_URL: href })));
    await expectNotReady(one!, ['migrated', 'store', 'worker', 'files']);
    expect(one!.output()).toMatch(/database named in DATABASE_URL does not exist.*3D000/);
    await expectNotReady(other!, ['migrated', 'store', 'worker', 'files']);
    expect(other!.output()).toContain('sslmode and sslrootcert in DATABASE_URL');
  });
});

async function dataOf(kind: StoreKind, isMigrated = false): Promise<ServerData> {
  const data = await makeServerData(kind, cluster, undefined, isMigrated);
  after.push(() => data.discard());
  return data;
}

async function dataWithRole(isMigrated = false): Promise<{ data: ServerData; database: string; role: string }> {
  const data = await dataOf('postgres', isMigrated);
  const database = data.settings.DATABASE_URL!;
  const role = `role_${randomBytes(6).toString('hex')}`;
  await onDatabase(database, `create role ${role} login; revoke create on schema public from public`);
  const url = new URL(database);
  url.username = role;
  after.push(() => onDatabase(database, `drop owned by ${role}; drop role ${role}`).catch(() => undefined));
  return { data: { ...data, settings: { ...data.settings, DATABASE_URL: url.href } }, database, role };
}

async function migrated(data: ServerData): Promise<void> {
  await data.inside(async (store) => {
    await store.migrate();
    await store.db.insertInto('portfolios').values({ id: 'one', group: 'website', sample: 1, created_at: 1, removed_at: 1 }).execute();
  });
}

function nameOf(database: string): string {
  return new URL(database).pathname.slice(1);
}

async function onDatabase(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statements).finally(() => client.end());
}

async function launch(env: Record<string, string>): Promise<Awaited<ReturnType<typeof launchServer>>> {
  const server = await launchServer({ env });
  servers.push(server);
  return server;
}

async function start(env: Record<string, string>): Promise<RunningServer> {
  const { listens, ...server } = await launch(env);
  await listens;
  return server;
}

async function readiness(server: RunningServer): Promise<{ status: number; detail?: string }> {
  const { status, text } = await ask(server.url, 'GET', '/readyz/forms');
  return { ...(JSON.parse(text) as { detail?: string }), status };
}

async function expectNotReady(server: RunningServer, names: readonly string[]): Promise<void> {
  expect(await readiness(server)).toMatchObject({ status: 503, detail: `Not ready: ${names.join(', ')}.` });
}

async function sendForm(server: RunningServer): Promise<number> {
  const body = JSON.stringify(demoRequest('ada@visitors.example'));
  return (await ask(server.url, 'POST', formPath, body, { 'content-type': 'application/json' })).status;
}
