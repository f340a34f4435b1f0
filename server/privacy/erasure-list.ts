import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { replaceFile } from '../store/data-dir/replace-file.ts';
import type { ErasureRow, ErasureScope } from '../store/tables/privacy-tables.ts';
import { createHmac, randomBytes } from 'node:crypto';
import { addressKey, exactKey } from '../kernel/address.ts';
import { newId } from '../store/id.ts';
import type { Tx } from '../store/store.ts';
import { subjectOf, type Subject } from './subject.ts';

/** A file in DATA_DIR, outside the store: a store that is restored from a backup lacks the erasures made since. */
export const ERASURE_LIST = 'erasures.jsonl';

const row = v.object({
  id: v.pipe(v.string(), v.uuid()),
  at: v.pipe(v.number(), v.integer()),
  scope: v.picklist(['mailbox', 'address']),
  key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

export class ErasureListBroken extends Error {
  override name = 'ErasureListBroken';
}

/**
 * Reads a list of erasures, one JSON document per line; empty when there is no file.
 * @throws ErasureListBroken when it cannot be read, or a line is invalid
 */
export async function readErasureList(path: string): Promise<ErasureRow[]> {
  return readNamedList(path).catch((error: unknown) => {
    if (error instanceof ErasureListBroken && (error.cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
}

/** As readErasureList, for a file that somebody named. @throws ErasureListBroken when there is none */
export async function readNamedList(path: string): Promise<ErasureRow[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = { ENOENT: 'there is no such file', EISDIR: 'it is a folder' }[error.code ?? ''] ?? error.message;
    throw new ErasureListBroken(`${path} cannot be read as a list of erasures: ${reason}`, { cause: error });
  });
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line, index) => {
    try {
      return v.parse(row, JSON.parse(line));
    } catch (error) {
      throw new ErasureListBroken(`line ${index + 1} of ${path} is no erasure: the list is damaged, or another file`, { cause: error });
    }
  });
}

/** Replaces the file atomically. */
export async function writeErasureList(dataDir: string, rows: readonly ErasureRow[]): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await replaceFile(join(dataDir, ERASURE_LIST), rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

/** Records an erasure with a keyed hash of the address: only somebody who knows the address can find it. */
export async function insertErasure(tx: Tx, subject: Subject, at: number): Promise<ErasureRow> {
  const last = await tx.selectFrom('erasures').select('key').orderBy('at', 'desc').limit(1).executeTakeFirst();
  const key = last?.key ?? randomBytes(32).toString('hex');
  const name = subject.scope === 'mailbox' ? subject.mailbox : subject.address;
  const row: ErasureRow = { id: newId(at), at, scope: subject.scope, key, hash: hashOf(key, subject.scope, name) };
  await tx.insertInto('erasures').values(row).execute();
  return row;
}

export async function listErasures(db: Tx): Promise<ErasureRow[]> {
  return db.selectFrom('erasures').selectAll().orderBy('at').orderBy('id').execute();
}

/** Returns a function that finds the erasures of an address: the latest one for each scope. */
export function createErasureIndex(rows: readonly ErasureRow[]): (address: string) => Subject[] {
  const keys = [...new Set(rows.map((row) => row.key))];
  const byHash = new Map<string, ErasureRow>();
  for (const row of rows) if ((byHash.get(row.hash)?.at ?? -1) < row.at) byHash.set(row.hash, row);
  return (address) =>
    keys.flatMap((key) =>
      scopes.flatMap((scope) => {
        const row = byHash.get(hashOf(key, scope, scope === 'mailbox' ? addressKey(address) : exactKey(address)));
        return row === undefined ? [] : [subjectOf(address, scope, row.at)];
      }),
    );
}

const scopes: readonly ErasureScope[] = ['mailbox', 'address'];

function hashOf(key: string, scope: ErasureScope, name: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`${scope}:${name}`).digest('hex');
}
