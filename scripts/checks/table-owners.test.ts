import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tables } from '../../server/store/schema.ts';
import type { Table } from '../../server/store/table.ts';
import { root } from '../setup/root.mjs';

const owners = new Map(Object.entries<Table>(tables).map(([name, { owner }]) => [name, owner]));
/** Virtual tables of SQLite, which triggers fill: whoever owns the rows they index owns them. */
const virtual = globSync('server/store/migrations/*.ts', { cwd: root }).flatMap((file) =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(/create virtual table (?:if not exists )?(\w+) using[^`]*\bcontent\s*=\s*'(\w+)'/g),
  ].map(([, name = '', indexed = '']) => [name, owners.get(indexed)] as const),
);

/** A statement whose table is only known when it runs. */
const ANY = 'any table';

/** Files outside a table's owner that write to it nevertheless, and why. */
const COMPOSED: readonly [file: string, written: readonly string[], reason: string][] = [
  ['server/backup/move/table-copy.ts', [ANY], 'a move copies every table'],
  ['server/backup/restore/queued-jobs.ts', ['notices'], 'a restore holds what may have been sent since the backup'],
  [
    'server/privacy/erase-subject.ts',
    [ANY, 'delivery_events', 'jobs', 'lead_addresses', 'verifications'],
    'an erasure takes all of a person in one transaction',
  ],
  ['server/privacy/address-mentions.ts', [ANY], 'an erasure takes an address out of texts of staff, wherever these are'],
  [
    'server/privacy/retention-rules.ts',
    [ANY, 'staff_action_removals', 'staff_actions'],
    'retention removes by the period that a table declares',
  ],
  ['server/privacy/scrub-store.ts', [ANY], 'an erasure overwrites in both tables of the search what was deleted'],
  [
    'server/queue/clock.ts',
    ['mail_log', 'rate_limits', 'verifications'],
    'a clock that was ahead is mended in all times that it was stored in',
  ],
  ['server/queue/leases.ts', [ANY], 'leases are taken in the table of whoever asks: of jobs, of deliveries'],
  ['server/store/insert-rows.ts', [ANY], 'a row comes with the name of its table, from rowsFor'],
  ['server/work/samples/store-samples.ts', ['lead_events', 'lead_ratings', 'leads'], 'samples are stored with a past that nobody made'],
];

describe('a table is written by its owner alone', () => {
  const found = globSync('server/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.{test,testing}.*', 'server/store/migrations/**'] }).flatMap(
    (file) => writtenIn(file, readFileSync(join(root, file), 'utf8')),
  );

  it('or by a file that is named here with its reason', () => {
    const named = COMPOSED.flatMap(([file, written]) => written.map((table) => `${file}: ${table}`));
    expect(outside(found).toSorted()).toEqual(named.toSorted());
  });

  it('every table but those that are only read has a writer', () => {
    const written = new Set(found.map(({ table }) => table));
    expect([...owners.keys()].filter((table) => !written.has(table))).toEqual([]);
  });

  it('a virtual table that indexes one has its owner', () => {
    expect(virtual).toEqual([
      ['lead_search', 'work'],
      ['lead_words', 'work'],
    ]);
  });

  it.each([
    [`await tx.insertInto('leads').values(row).execute();`, 'leads'],
    [`await insertRows(tx, [rowsFor('leads', rows)]);`, 'leads'],
    [`db\n  .updateTable('jobs')\n  .set({})`, 'jobs'],
    [`db.deleteFrom('files as f')`, 'files'],
    ['await sql`insert into "mail_log" (at) values (1)`.execute(db)', 'mail_log'],
    ['sql`with turns as (select 1) update jobs set run_at = 1`', 'jobs'],
    ['sql`delete from\n      lead_days where spam = 0`', 'lead_days'],
    ['sql`insert into lead_search (rowid, text) values (1, 2)`', 'lead_search'],
    ['sql`delete from ${sql.table(name)}`', ANY],
    ['db.updateTable(table).set({})', ANY],
  ])('%s is reported outside', (code, table) => {
    expect(outside(writtenIn('server/metrics/planted.ts', code))).toEqual([`server/metrics/planted.ts: ${table}`]);
  });
});

function ownerOf(table: string): string | undefined {
  return owners.get(table) ?? virtual.find(([name]) => name === table)?.[1];
}

type Write = { file: string; table: string };

/** Writes outside the owner of their table. */
function outside(writes: readonly Write[]): string[] {
  const others = writes.filter(({ file, table }) => !file.startsWith(`server/${ownerOf(table)}/`));
  return [...new Set(others.map(({ file, table }) => `${file}: ${table}`))];
}

function writtenIn(file: string, text: string): Write[] {
  const built = text.matchAll(
    /(?:\.(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)|(?<!function )\browsFor)\(\s*(?:'(\w+)[^']*'|[^)])/g,
  );
  const raw = text.matchAll(/\b(?:insert into|delete from|update)\s+(?:"?(\w+)"?(?:\s+as\s+\w+)?(?=[\s("`'])|\$\{)(?=[^`]*`)/g);
  return [...built, ...raw]
    .map(([, name = ANY]) => name)
    .filter((name) => name === ANY || ownerOf(name) !== undefined)
    .map((table) => ({ file, table }));
}
