import { sql, type RawBuilder } from 'kysely';
import { elementAt } from '../../contract/checked.ts';
import { mayUse, type Role } from '../../contract/desk/roles.ts';
import type { Settings } from '../settings/settings.ts';
import { settingWarnings } from '../settings/setting-warnings.ts';
import { freeBytes } from '../store/data-dir/disk-room.ts';
import { lastBackup } from '../store/data-dir/last-backup.ts';
import { jsonTexts } from '../store/json-column.ts';
import type { Schema } from '../store/schema.ts';
import type { Store, Tx } from '../store/store.ts';

/** What is checked before the server is open to visitors. */
export type ProductionFacts = {
  settings: Settings;
  now: number;
  store: Store['dialect'];
  /** Numbers of samples; `leads` includes messages and applications. */
  samples: { portfolios: number; papers: number; leads: number };
  /** Whether company number, VAT number and regulator are still the samples, in the built site. */
  sampleLegalDetails: boolean;
  lastBackup: number | undefined;
  freeMegabytes: number | undefined;
  /** Problems of the environment: names that are not settings, files that everybody can read. */
  warnings: readonly string[];
  /** How many alerts were reported and are not over. */
  alerts: number;
  /** The reporting date as it is called, how many records have later days, and the quarter's end that all of them reach. */
  reporting: { day: string; past: readonly unknown[]; short: readonly string[]; isOld: boolean; next: string | undefined };
  administrators: number;
  withoutPasskey: number;
};

export type ReadReportingFacts = (db: Tx, at: { now: number; months: number }) => Promise<ProductionFacts['reporting']>;

type Sources = {
  readReporting: ReadReportingFacts;
  settings: Settings;
  store: Pick<Store, 'db' | 'dialect'>;
  now: number;
  env: Readonly<Record<string, string | undefined>>;
  folder: string;
};

export async function readProductionFacts({ settings, store, now, env, folder, readReporting }: Sources): Promise<ProductionFacts> {
  const { db, dialect } = store;
  const free = await freeBytes(settings.DATA_DIR).catch(() => undefined);
  const staff = await db.selectFrom('staff_accounts').select(['id', 'roles']).where('state', '=', 'active').execute();
  const passkeys = await db.selectFrom('staff_passkeys').select('account_id').distinct().execute();
  const withPasskey = new Set(passkeys.map(({ account_id: id }) => id));
  return {
    settings,
    now,
    store: dialect,
    samples: {
      portfolios: await countSamples(db, 'portfolios'),
      papers: await countSamples(db, 'papers'),
      leads: await countSamples(db, 'leads'),
    },
    sampleLegalDetails: settings.company.legal.sampleMark !== '',
    lastBackup: await lastBackup(settings.DATA_DIR),
    freeMegabytes: free === undefined ? undefined : Math.floor(free / (1024 * 1024)),
    warnings: settingWarnings(env, folder),
    alerts: await count(db, 'alerts', sql`closed_at is null`),
    reporting: await readReporting(db, { now, months: settings.REPORTING_DATE_MONTHS }),
    administrators: staff.filter(({ roles }) => mayUse(jsonTexts(roles) as Role[], 'people.manage')).length,
    withoutPasskey: staff.filter(({ id }) => !withPasskey.has(id)).length,
  };
}

async function countSamples(db: Tx, table: 'portfolios' | 'papers' | 'leads'): Promise<number> {
  const shown = table === 'portfolios' ? sql`sample = 1 and removed_at is null` : sql`sample = 1`;
  return count(db, table, shown);
}

async function count(db: Tx, table: keyof Schema, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${condition}`.execute(db);
  return elementAt(rows, 0).n;
}
