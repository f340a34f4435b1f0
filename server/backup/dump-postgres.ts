import type pg from 'pg';
import { elementAt, present } from '../../contract/checked.ts';
import { syncPath } from '../store/data-dir/replace-file.ts';
import { makePrivateFile } from '../store/data-dir/private-file.ts';
import { connectPatiently, type PostgresPlace } from './connect-patiently.ts';
import { findPrograms } from './postgres-programs.ts';
import { queryPostgres, readFacts, type StoreFacts } from './store-facts.ts';

export async function serverOf(client: pg.Client): Promise<{ major: number; schema: string | null }> {
  const { rows } = await client.query<{ version: string; schema: string | null }>(
    "select current_setting('server_version_num') as version, current_schema() as schema",
  );
  return { major: Math.floor(Number(elementAt(rows, 0).version) / 10_000), schema: elementAt(rows, 0).schema };
}

/** Dumps the tables with pg_dump while servers write to them. The returned facts come from the same snapshot. */
export async function dumpPostgres(place: PostgresPlace, path: string, signal?: AbortSignal): Promise<StoreFacts & { schema: string }> {
  const { client, address } = await connectPatiently(place);
  try {
    const { major, schema } = await serverOf(client);
    const programs = await findPrograms({ place, address, major });
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
    const facts = await readFacts(queryPostgres(client), 'postgres');
    makePrivateFile(path);
    const args = ['--format=custom', '--no-owner', '--no-privileges', '--lock-wait-timeout=60000'];
    await programs.run('pg_dump', [...args, `--snapshot=${elementAt(rows, 0).id}`, `--table="${schema}".*`, `--file=${path}`], { signal });
    await syncPath(path);
    return { ...facts, schema: present(schema) };
  } finally {
    await client.end().catch(() => undefined);
  }
}
