import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { UsageError, type BareCommand, type BareContext } from '../../cli/command.ts';
import { storeSettings } from '../../store/store-settings.ts';
import { textTable } from '../../cli/text-table.ts';
import { SQLITE_NAME } from '../../store/database/sqlite.ts';
import { movedText, moveStore } from './move-store.ts';

const help = `Moves the embedded store in DATA_DIR to PostgreSQL, while no server runs on it.

Usage: npm run move -- --to postgres://user:secret@db.example.com/leads
       npm run move                          to DATABASE_URL, where it is set already

The database must be empty, and its role may make tables. Rows are copied in batches and compared at the end, table by table, by
number and hash. A move that was cut off goes on when it is run again. The old store stays as it is, with a file moved.txt that keeps
servers off it; CVs stay where they are, in DATA_DIR/files or the bucket. Then set DATABASE_URL, and start the server.`;

export const moveCommand: BareCommand = { help, bare: true, run };

async function run(args: readonly string[], { settings, print, warn, now }: BareContext): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { to: { type: 'string' } } });
  if (positionals.length > 0) throw new UsageError(`'${positionals[0]}' is too much`);
  const to = values.to ?? settings.DATABASE_URL;
  if (to === undefined || !/^postgres(ql)?:\/\//.test(to)) throw new UsageError('Where to? --to postgres://… or DATABASE_URL says it');
  const { tls } = storeSettings({ ...settings, DATABASE_URL: to });
  const began = performance.now();
  const moved = await moveStore({
    dataDir: settings.DATA_DIR,
    to: { databaseUrl: to, tls },
    log: pino({ level: 'silent' }),
    tell: warn,
    now,
  });
  const rows = moved.map(({ table, rows: count, digest }) => [table, String(count), digest.padStart(64, '0').slice(0, 16)]);
  print(textTable([['TABLE', 'ROWS', 'HASH ON BOTH SIDES'], ...rows]));
  const { size } = statSync(join(settings.DATA_DIR, SQLITE_NAME));
  print(`Moved and compared ${movedText(moved, size)} in ${((performance.now() - began) / 1000).toFixed(1)} s.`);
  print('Now set DATABASE_URL to this database, in .env or where the others are set, and start the server.');
  return 0;
}
