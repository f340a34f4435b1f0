import { createHash } from 'node:crypto';
import type { TrackRecord } from '../../contract/figures/record.ts';
import type { Frequency, PortfolioGroup } from '../../contract/portfolio.ts';
import type { TrackRecordRow } from '../store/schema.ts';
import type { Tx } from '../store/store.ts';

/** What is said of a portfolio beside its values. A version has its own, so that the past can be shown as it was. */
export type About = {
  name: string;
  shortName: string;
  subName: string;
  description: string;
  /** Names of the benchmarks; empty where there is none. */
  benchmark: string;
  benchmark2: string;
};

export type NewRecord = { id: string; group: PortfolioGroup; sample: boolean; about: About; record: TrackRecord; at: number };

/** A version without its values: what a list needs. */
export type Version = {
  id: string;
  group: PortfolioGroup;
  sample: boolean;
  version: number;
  recordedAt: number;
  about: About;
  frequency: Frequency;
  firstDay: number;
  lastDay: number;
};

export type StoredRecord = Version & { record: TrackRecord };

/**
 * Stores a track record: the portfolio's first version, or a correction of it as the next one.
 * @returns the version, and whether it is new: the same once more is none
 */
export async function saveRecord(
  tx: Tx,
  { id, group, sample, about, record, at }: NewRecord,
): Promise<{ version: number; fresh: boolean }> {
  await tx
    .insertInto('portfolios')
    .values({ id, group, sample: sample ? 1 : 0, created_at: at, removed_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ group, sample: sample ? 1 : 0, removed_at: null }))
    .execute();
  const digest = digestOf(about, record);
  const last = await tx
    .selectFrom('track_records')
    .select(['version', 'digest'])
    .where('portfolio_id', '=', id)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  if (last?.digest === digest) return { version: last.version, fresh: false };
  const version = (last?.version ?? 0) + 1;
  await tx
    .insertInto('track_records')
    .values({
      portfolio_id: id,
      version,
      recorded_at: at,
      about: JSON.stringify(about),
      frequency: record.frequency,
      first_day: record.days[0]!,
      last_day: record.days[record.days.length - 1]!,
      digest,
      days: bytesOf(record.days),
      portfolio: bytesOf(record.portfolio),
      benchmark: record.benchmark === undefined ? null : bytesOf(record.benchmark),
      benchmark2: record.benchmark2 === undefined ? null : bytesOf(record.benchmark2),
    })
    .execute();
  return { version, fresh: true };
}

/** The portfolios of a group, or all of them, each in its latest version; removed ones are left out. */
export async function listPortfolios(db: Tx, group?: PortfolioGroup): Promise<Version[]> {
  let query = versions(db)
    .where('portfolios.removed_at', 'is', null)
    .where('track_records.version', '=', (inner) =>
      inner
        .selectFrom('track_records as other')
        .select((of) => of.fn.max('other.version').as('latest'))
        .whereRef('other.portfolio_id', '=', 'portfolios.id'),
    );
  if (group !== undefined) query = query.where('portfolios.group', '=', group);
  const rows = await query.orderBy('portfolios.id').execute();
  return rows.map(readVersion);
}

/** All versions of a portfolio, the latest first; removed or not. */
export async function listVersions(db: Tx, id: string): Promise<Version[]> {
  const rows = await versions(db).where('portfolios.id', '=', id).orderBy('track_records.version', 'desc').execute();
  return rows.map(readVersion);
}

/**
 * The version that was the latest at a time: at present, where none is given.
 * @returns undefined for a portfolio that is unknown, removed, or was not there yet
 */
export async function findVersion(db: Tx, id: string, knownAt?: number): Promise<Version | undefined> {
  let query = versions(db).where('portfolios.id', '=', id).where('portfolios.removed_at', 'is', null);
  if (knownAt !== undefined) query = query.where('track_records.recorded_at', '<=', knownAt);
  const row = await query.orderBy('track_records.version', 'desc').limit(1).executeTakeFirst();
  return row === undefined ? undefined : readVersion(row);
}

/** The values of a version. */
export async function readRecord(db: Tx, { id, version }: Pick<Version, 'id' | 'version'>): Promise<TrackRecord> {
  const row = await db
    .selectFrom('track_records')
    .select(['frequency', 'days', 'portfolio', 'benchmark', 'benchmark2', 'about', 'digest'])
    .where('portfolio_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  const record: TrackRecord = {
    frequency: row.frequency,
    days: new Int32Array(aligned(row.days)),
    portfolio: new Float64Array(aligned(row.portfolio)),
    benchmark: row.benchmark === null ? undefined : new Float64Array(aligned(row.benchmark)),
    benchmark2: row.benchmark2 === null ? undefined : new Float64Array(aligned(row.benchmark2)),
  };
  if (digestOf(JSON.parse(row.about) as About, record) !== row.digest)
    throw new Error(`the values of ${id}, version ${version}, are not what was stored`);
  return record;
}

/** Takes a portfolio off the site. Its versions stay, for whoever asks what was shown. */
export async function removePortfolio(db: Tx, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('portfolios')
    .set({ removed_at: at })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether no portfolio was ever stored. */
export async function isEmpty(db: Tx): Promise<boolean> {
  return (await db.selectFrom('portfolios').select('id').limit(1).executeTakeFirst()) === undefined;
}

function versions(db: Tx) {
  return db
    .selectFrom('portfolios')
    .innerJoin('track_records', 'track_records.portfolio_id', 'portfolios.id')
    .select([
      'portfolios.id',
      'portfolios.group',
      'portfolios.sample',
      'track_records.version',
      'track_records.recorded_at',
      'track_records.about',
      'track_records.frequency',
      'track_records.first_day',
      'track_records.last_day',
    ]);
}

type VersionRow = Pick<TrackRecordRow, 'version' | 'recorded_at' | 'about' | 'frequency' | 'first_day' | 'last_day'> & {
  id: string;
  group: PortfolioGroup;
  sample: 0 | 1;
};

function readVersion(row: VersionRow): Version {
  return {
    id: row.id,
    group: row.group,
    sample: row.sample === 1,
    version: row.version,
    recordedAt: row.recorded_at,
    about: JSON.parse(row.about) as About,
    frequency: row.frequency,
    firstDay: row.first_day,
    lastDay: row.last_day,
  };
}

/** What two records must share to be the same. */
function digestOf(about: About, { frequency, days, portfolio, benchmark, benchmark2 }: TrackRecord): string {
  const hash = createHash('sha256').update(JSON.stringify([about, frequency]));
  for (const line of [days, portfolio, benchmark, benchmark2]) hash.update(line === undefined ? '-' : bytesOf(line));
  return hash.digest('base64url');
}

/** Little-endian, as every machine this runs on has it. */
function bytesOf(line: Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(line.buffer, line.byteOffset, line.byteLength);
}

function aligned(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
