import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { MIGRATED } from './postgres.testing.ts';

/** Empty databases with current tables that this process may lend, by cluster. */
const free = new Map<string, string[]>();

/** Creates an empty database in a cluster. @param template the database it is copied from */
export async function createDatabase(cluster: string, template = 'template1'): Promise<string> {
  const name = `t_${randomBytes(8).toString('hex')}`;
  await onCluster(cluster, `create database ${name} template ${template}`);
  return addressOf(cluster, name);
}

export async function dropDatabase(cluster: string, url: string): Promise<void> {
  await onCluster(cluster, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

/** Lends a database with empty tables. It is reused after `giveBack`: emptying one takes a quarter of the time of creating one. */
export async function lendDatabase(cluster: string): Promise<string> {
  const known = free.get(cluster)?.pop();
  if (known !== undefined) return known;
  const url = await createDatabase(cluster, MIGRATED);
  untouched ??= await inDatabase(url, stateOf);
  return url;
}

/** Empties a database for reuse. Drops it instead if its tables were changed or a connection is still open. */
export async function giveBack(cluster: string, url: string): Promise<void> {
  const isEmpty = await emptied(url).catch(() => false);
  if (isEmpty) free.set(cluster, [...(free.get(cluster) ?? []), url]);
  else await dropDatabase(cluster, url);
}

/** Catalog tables whose newest change shows whether a database's tables were altered since it was copied; and the rows of `migrations`. */
const watched = ['pg_class', 'pg_attribute', 'pg_attrdef', 'pg_constraint', 'pg_proc', 'pg_trigger', 'pg_namespace', 'migrations'];
const newest = watched.map((name) => `(select count(*) || '.' || max(xmin::text::bigint) from ${name})`).join(` || ' ' || `);

let untouched: string | undefined;

/** A fingerprint of the tables. Undefined if another connection is open, or the database was given settings or rights. */
async function stateOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ state: string | null }>(
    `select ${newest} as state where not exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid())
       and not exists (select from pg_db_role_setting join pg_database on oid = setdatabase where datname = current_database())
       and not exists (select from pg_database where datname = current_database() and datacl is not null)`,
  );
  return rows[0]?.state ?? undefined;
}

async function emptied(url: string): Promise<boolean> {
  return inDatabase(url, async (client) => {
    const state = await stateOf(client);
    if (state === undefined || state !== untouched) return false;
    // Triggers refuse deletion from append-only tables, so triggers are switched off here.
    await client.query(`do $$ declare name text; filled boolean; begin
      set local session_replication_role = replica;
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations' loop
        execute format('select exists (select from %I)', name) into filled;
        if filled then execute format('delete from %I', name); end if;
      end loop; end $$`);
    return true;
  });
}

function addressOf(cluster: string, name: string): string {
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}

async function onCluster(cluster: string, statement: string): Promise<void> {
  await inDatabase(cluster, (client) => client.query(statement));
}

async function inDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}
