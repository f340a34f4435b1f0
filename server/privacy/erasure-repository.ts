import { createHmac, randomBytes } from 'node:crypto';
import { addressKey, exactKey } from '../kernel/address.ts';
import { newId } from '../store/id.ts';
import type { ErasureRow, ErasureScope } from '../store/tables/privacy-tables.ts';
import type { Tx } from '../store/store.ts';
import { subjectOf, type Subject } from './subject.ts';

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
