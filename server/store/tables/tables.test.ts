import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { retention, retentionSettings, retentionWords, type RetentionSetting } from '../../../contract/retention-periods.ts';
import { tables } from '../schema.ts';
import { freshStore, testOnStores } from '../store.testing.ts';
import type { Store } from '../store.ts';
import type { Table, TableAbout } from '../table.ts';

const all = Object.entries<Table>(tables);

/** Tables that only the migrations use. */
const OWN_OF_MIGRATIONS = ['migrations'];

async function columnsOf({ db, dialect }: Store): Promise<Record<string, string[]>> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql<{ table: string; column: string }>`select m.name as "table", c.name as "column"
          from pragma_table_list m, pragma_table_info(m.name) c where m.schema = 'main' and m.type = 'table' and m.name not like 'sqlite_%'`.execute(
          db,
        )
      : await sql<{ table: string; column: string }>`select table_name as "table", column_name as "column"
          from information_schema.columns where table_schema = 'public'`.execute(db);
  const columns: Record<string, string[]> = {};
  for (const { table, column } of rows) (columns[table] ??= []).push(column);
  return columns;
}

testOnStores('every table and every column of the store has its line, and no other', async () => {
  const columns = await columnsOf(await freshStore());
  for (const table of OWN_OF_MIGRATIONS) delete columns[table];
  const declared = Object.fromEntries(all.map(([table, about]) => [table, Object.keys(about.columns).toSorted()]));
  const there = Object.fromEntries(Object.entries(columns).map(([table, names]) => [table, names.toSorted()]));
  expect(declared).toEqual(there);
});

test('every period of retention is one of a table or folder that the document names', async () => {
  const named = all.flatMap(([, { until }]) => settingsOf(until));
  const document = await readFile(path, 'utf8');
  for (const setting of retentionSettings) {
    if (setting === 'KEEP_MAILS_DAYS') expect(document).toMatch(/`DATA_DIR\/mail`.*KEEP_MAILS_DAYS/);
    else expect(named).toContain(setting);
  }
});

test('docs/privacy.md says what is declared', async () => {
  const document = await readFile(path, 'utf8');
  const byPerson = Object.groupBy(all, ([, { of = 'nobody' }]) => of);
  const text = (['visitors', 'staff', 'nobody'] as const)
    .flatMap((of) => (byPerson[of] ?? []).map(([name, about]) => tableText(name, about)))
    .join('\n\n');
  const generated = document.replace(/(<!-- tables:.*-->\n)[\s\S]*(<!-- \/tables -->)/, (_, open, close) => `${open}\n${text}\n\n${close}`);
  await expect(generated).toMatchFileSnapshot(path);
});

const path = new URL('../../../docs/privacy.md', import.meta.url).pathname;

function tableText(name: string, { what, why, until, who, columns }: TableAbout): string {
  const periods = typeof until === 'string' ? until : settingsOf(until).map(periodText).join('; ');
  return [
    `### \`${name}\``,
    '',
    what,
    '',
    `- Why: ${why}.`,
    `- How long: ${periods}.`,
    `- Who sees it: ${who}.`,
    '',
    '| column | what |',
    '| --- | --- |',
    ...Object.entries(columns).map(([column, { about }]) => `| \`${column}\` | ${about} |`),
  ].join('\n');
}

function settingsOf(until: TableAbout['until']): readonly RetentionSetting[] {
  if (typeof until === 'string') return [];
  return Array.isArray(until) ? until : (Object.keys(until) as RetentionSetting[]);
}

function periodText(setting: keyof typeof retention): string {
  const { days, what } = retention[setting];
  const words = days === 0 ? 'no end by default' : `by default ${retentionWords(setting, days)}`;
  return `\`${setting}\` (${what.charAt(0).toLowerCase()}${what.slice(1)}: ${words})`;
}
