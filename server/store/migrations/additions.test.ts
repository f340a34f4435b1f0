import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { nodeSqliteDialect } from '../database/sqlite.ts';
import type { Schema } from '../schema.ts';
import { openStore, type Store } from '../store.ts';
import { freshStore, silent, temporaryFolder, testOnStores } from '../store.testing.ts';
import before from './build-before.testing.json' with { type: 'json' };
import { migrate } from './migrate.ts';
import { MAJOR, migrations } from './migration-list.ts';

// docs/decisions/upgrades.md

test('the major version of migrations is the package’s', () => {
  expect(Number(packageJson.version.split('.')[0])).toBe(MAJOR);
});

describe('a migration adds, and takes nothing from the build before', () => {
  test.each([
    ['a column that is dropped', ['alter table "leads" drop column "about"']],
    ['a table that is dropped', ['drop table "leads"']],
    ['another name', ['alter table "portfolios" rename column "a" to "b"']],
    ['another type', ['alter table "leads" alter column "about" type integer']],
    ['rows that go', ['delete from "leads"']],
    ['a column that an older insert misses', ['alter table "leads" add column "x" text not null']],
    ['a new condition', ['alter table "leads" add constraint "x" check (1 = 1)']],
    ['a key that rows may break', ['create unique index "x" on "leads" ("email")']],
  ])('%s is refused', (_, statements) => {
    expect(takenAway(statements)).toEqual(statements);
  });

  test('a column, a table with all its conditions, an index are not', () => {
    const statements = [
      'alter table "leads" add column "x" integer default 0 not null',
      'create table "x" ("id" text not null unique)',
      'create unique index "x_id" on "x" ("id")',
      'create index "leads_x" on "leads" ("x")',
      'update "leads" set "x" = 1',
    ];
    expect(takenAway(statements)).toEqual([]);
  });

  test('none of those that came after this rule does', async () => {
    const later = (await statementsOf()).filter(([name]) => name > '0070-lead-about');
    expect(later.flatMap(([name, statements]) => takenAway(statements).map((statement) => `${name}: ${statement}`))).toEqual([]);
  });
});

describe('what the build before left', () => {
  test('is brought up to date, and no value of it changes', async () => {
    const dataDir = temporaryFolder();
    const file = new DatabaseSync(join(dataDir, 'store.sqlite'));
    for (const statement of before.schema) file.exec(statement);
    file.close();
    const store = await openStore({ dataDir, log: silent });
    onTestFinished(() => store.close());
    await insertAll(store);
    await store.migrate();
    await store.ready();
    await expectAll(store);
  });

  testOnStores('goes on being written and read by it in today’s tables: a rollback', async () => {
    const store = await freshStore();
    await insertAll(store);
    await expectAll(store);
  });
});

function takenAway(statements: readonly string[]): string[] {
  const own = new Set(statements.flatMap((statement) => /^create table (?:if not exists )?"(\w+)"/.exec(statement)?.[1] ?? []));
  return statements.filter((statement) => {
    const table = /^(?:alter table|create unique index .* on) "(\w+)"/.exec(statement)?.[1];
    if (/^drop |^delete |^truncate |\b(drop|rename)\b/.test(statement)) return true;
    if (table === undefined || own.has(table)) return false;
    if (/\balter column\b|\badd (constraint|check|unique|foreign|primary)\b|^create unique index/.test(statement)) return true;
    return /\badd column\b.*\bnot null\b/.test(statement) && !/\bdefault\b/.test(statement);
  });
}

async function statementsOf(): Promise<Array<[name: string, statements: string[]]>> {
  const found = migrations.map(({ name }): [string, string[]] => [name, []]);
  let current: string[] = [];
  const file = new DatabaseSync(':memory:');
  const db = new Kysely<Schema>({
    dialect: nodeSqliteDialect(async () => file),
    log: ({ query }) => void current.push(query.sql),
  });
  onTestFinished(() => db.destroy());
  const watched = migrations.map((migration, index) => ({
    ...migration,
    up: async (...given: Parameters<typeof migration.up>) => {
      current = found[index]![1];
      await migration.up(...given);
      current = [];
    },
  }));
  await migrate(db, 'sqlite', watched);
  return found;
}

type Row = Record<string, unknown>;

/** A row for each table, in the order of their foreign keys. Bytes are stored as { base64 }. */
const rows = Object.entries(before.rows).map(([table, row]) => [table as keyof Schema, withBytes(row)] as const);

function withBytes(row: Row): Row {
  const bytes = (value: unknown) =>
    value !== null && typeof value === 'object' ? Buffer.from((value as { base64: string }).base64, 'base64') : value;
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, bytes(value)]));
}

async function insertAll(store: Store): Promise<void> {
  for (const [table, row] of rows) await store.db.insertInto(table).values(row).execute();
}

async function expectAll(store: Store): Promise<void> {
  for (const [table, row] of rows) {
    const found = (await store.db.selectFrom(table).selectAll().executeTakeFirst()) as Row | undefined;
    const same = Object.fromEntries(Object.keys(row).map((name) => [name, plain(found?.[name])]));
    expect([table, same]).toEqual([table, Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))]);
  }
}

function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}
