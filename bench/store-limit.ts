// Measures how many leads a second the store can take, with the server's prepared statements and nothing else.
// node bench/store-limit.ts sqlite|postgres FOLDER-OR-URL BATCH-SIZE SECONDS → leads a second
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { join } from 'node:path';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { openStore } from '../server/store/store.ts';
import { compileBatch } from './lead-rows.ts';

const [kind = 'sqlite', place = '', size = '64', seconds = '2'] = process.argv.slice(2);
const dialect = kind === 'postgres' ? 'postgres' : 'sqlite';
const batchSize = Number(size);
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const store = await openStore({ dataDir: place, databaseUrl: dialect === 'postgres' ? place : undefined, log });
await store.migrate();
await store.close();
process.stdout.write(String(await (dialect === 'postgres' ? limitOfPostgres() : limitOfSqlite())));

async function limitOfSqlite(): Promise<number> {
  const file = new DatabaseSync(join(place, 'store.sqlite'));
  file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  const prepared = new Map<string, StatementSync>();
  const rate = await timed([
    (batch) => {
      file.exec('begin immediate');
      for (const { sql, parameters } of batch) {
        const statement = prepared.get(sql) ?? file.prepare(sql);
        prepared.set(sql, statement);
        statement.run(...(parameters as SQLInputValue[]));
      }
      file.exec('commit');
    },
  ]);
  file.close();
  return rate;
}

/** Two connections, as the server's group commit uses. */
async function limitOfPostgres(): Promise<number> {
  const clients = [new pg.Client({ connectionString: place }), new pg.Client({ connectionString: place })];
  for (const client of clients) await client.connect();
  const rate = await timed(
    clients.map((client) => async (batch) => {
      await client.query('begin');
      for (const { sql, parameters } of batch) await client.query(sql, [...parameters]);
      await client.query('commit');
    }),
  );
  for (const client of clients) await client.end();
  return rate;
}

/** @returns leads a second, without the time for preparing the statements */
async function timed(lanes: ReadonlyArray<(batch: readonly CompiledQuery[]) => Promise<void> | void>): Promise<number> {
  let next = 0;
  let stored = 0;
  let spent = 0;
  while (spent < Number(seconds) * 1000) {
    const batches: CompiledQuery[][] = [];
    for (let made = 0; made < 2048; made += batchSize) batches.push(await compileBatch(dialect, (next += batchSize), batchSize));
    stored += batches.length * batchSize;
    const began = performance.now();
    await Promise.all(
      lanes.map(async (write) => {
        for (let batch = batches.pop(); batch; batch = batches.pop()) await write(batch);
      }),
    );
    spent += performance.now() - began;
  }
  return (stored / spent) * 1000;
}
