import type { TrackRecord } from '../../../contract/figures/record.ts';
import * as v from 'valibot';
import type { Frequency, PortfolioGroup } from '../../../contract/portfolio.ts';
import { observations } from '../../kernel/observations.ts';
import { isStoreDown } from '../../store/errors.ts';
import type { TrackRecordRow, RecordColumns } from '../../store/tables/insight-tables.ts';
import { readJsonColumn } from '../../store/json-column.ts';
import type { Tx } from '../../store/store.ts';
import { storedAbout, type PortfolioAbout } from './portfolio-about.ts';
import type { AskedRemoval } from '../removals/decide-removal.ts';
import { nobodyRemoves, removalColumns, askedRemovalOf, type RemovalColumns } from '../removals/portfolio-removals.ts';
import { createHash } from 'node:crypto';

type NewRecord = {
  id: string;
  group: PortfolioGroup;
  sample: boolean;
  about: PortfolioAbout;
  record: TrackRecord;
  at: number;
  origin?: Origin;
};

type Origin = {
  source: string;
  reason: string | undefined;
  changes: OriginChanges;
  draftedBy?: string | undefined;
  publishedBy?: string | undefined;
};
export type OriginChanges = { added: number; lost: number; restated: number; confirmed: number };

export type Version = {
  id: string;
  group: PortfolioGroup;
  sample: boolean;
  version: number;
  recordedAt: number;
  about: PortfolioAbout;
  frequency: Frequency;
  firstDay: number;
  lastDay: number;
  digest: string;
  removedAt: number | undefined;
  /** Who took the portfolio off the site, and why, when known. */
  removedBy: string | undefined;
  removedReason: string | undefined;
  /** Somebody asked that the portfolio be taken off while this version was public. */
  removalAsked: AskedRemoval | undefined;
  /** Undefined for versions that were published before drafts existed. */
  origin: Origin | undefined;
};

export type StoredRecord = Version & { record: TrackRecord };

/**
 * Stores a track record as the portfolio's next version, public at once.
 * @returns the version, and whether it is new: an equal record makes none
 */
export async function saveRecord(
  tx: Tx,
  { id, group, sample, about, record, at, origin }: NewRecord,
): Promise<{ version: number; fresh: boolean }> {
  const mark = sample ? (1 as const) : (0 as const);
  await tx
    .insertInto('portfolios')
    .values({ id, group, sample: mark, created_at: at, removed_at: null, ...nobodyRemoves })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ group, removed_at: null }))
    .execute();
  const columns = columnsOf(about, record);
  const last = await tx
    .selectFrom('track_records')
    .select(['version', 'digest'])
    .where('portfolio_id', '=', id)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  if (last?.digest === columns.digest) return { version: last.version, fresh: false };
  const version = (last?.version ?? 0) + 1;
  // Earlier versions without a mark of their own keep the portfolio's former mark.
  const { sample: before } = await tx.selectFrom('portfolios').select('sample').where('id', '=', id).executeTakeFirstOrThrow();
  await tx.updateTable('track_records').set({ sample: before }).where('portfolio_id', '=', id).where('sample', 'is', null).execute();
  await tx.updateTable('portfolios').set({ sample: mark }).where('id', '=', id).execute();
  await tx
    .insertInto('track_records')
    .values({
      portfolio_id: id,
      version,
      recorded_at: at,
      sample: mark,
      source: origin?.source ?? null,
      reason: origin?.reason ?? null,
      changes: origin === undefined ? null : JSON.stringify(origin.changes),
      drafted_by: origin?.draftedBy ?? null,
      published_by: origin?.publishedBy ?? null,
      ...columns,
    })
    .execute();
  return { version, fresh: true };
}

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

/** The version of each portfolio that was the latest at a time; portfolios that were taken off the site since are left out. */
export async function listKnownPortfolios(db: Tx, at: number): Promise<Version[]> {
  const rows = await versions(db)
    .where('portfolios.removed_at', 'is', null)
    .where('track_records.version', '=', (inner) =>
      inner
        .selectFrom('track_records as other')
        .select((of) => of.fn.max('other.version').as('latest'))
        .whereRef('other.portfolio_id', '=', 'portfolios.id')
        .where('other.recorded_at', '<=', at),
    )
    .orderBy('portfolios.id')
    .execute();
  return rows.map(readVersion);
}

export async function listVersions(db: Tx, id: string): Promise<Version[]> {
  const rows = await versions(db).where('portfolios.id', '=', id).orderBy('track_records.version', 'desc').execute();
  return rows.map(readVersion);
}

/**
 * The version that was the latest at a time. Default: at present.
 * @returns undefined for a portfolio that is unknown, was removed, or did not exist yet
 */
export async function findVersion(db: Tx, id: string, knownAt?: number): Promise<Version | undefined> {
  let query = versions(db).where('portfolios.id', '=', id).where('portfolios.removed_at', 'is', null);
  if (knownAt !== undefined) query = query.where('track_records.recorded_at', '<=', knownAt);
  const row = await query.orderBy('track_records.version', 'desc').limit(1).executeTakeFirst();
  return row === undefined ? undefined : readVersion(row);
}

/** A portfolio's latest version, also when it was taken off the site: drafts are compared with it. */
export async function latestVersion(db: Tx, id: string): Promise<Version | undefined> {
  const row = await versions(db).where('portfolios.id', '=', id).orderBy('track_records.version', 'desc').limit(1).executeTakeFirst();
  return row === undefined ? undefined : readVersion(row);
}

export async function readStoredRecord(db: Tx, { id, version }: Pick<Version, 'id' | 'version'>): Promise<TrackRecord> {
  const row = await db
    .selectFrom('track_records')
    .select(recordColumns)
    .where('portfolio_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return recordOf(row, `${id}, version ${version}`);
}

/** Like readStoredRecord. @returns undefined when the record cannot be read, which is reported */
export async function readableRecord(db: Tx, version: Pick<Version, 'id' | 'version'>): Promise<TrackRecord | undefined> {
  return readStoredRecord(db, version).catch((error: unknown) => {
    if (isStoreDown(error)) throw error;
    observations.unreadable.tell(`portfolio ${version.id}`);
    return undefined;
  });
}

export async function isEmpty(db: Tx): Promise<boolean> {
  const portfolio = await db.selectFrom('portfolios').select('id').limit(1).executeTakeFirst();
  const draft = await db.selectFrom('record_drafts').select('draft').limit(1).executeTakeFirst();
  return portfolio === undefined && draft === undefined;
}

function versions(db: Tx) {
  return db
    .selectFrom('portfolios')
    .innerJoin('track_records', 'track_records.portfolio_id', 'portfolios.id')
    .select([
      'portfolios.id',
      'portfolios.group',
      'track_records.version',
      'track_records.recorded_at',
      'track_records.about',
      'track_records.frequency',
      'track_records.first_day',
      'track_records.last_day',
      'track_records.digest',
      'track_records.source',
      'track_records.reason',
      'track_records.changes',
      'track_records.drafted_by',
      'track_records.published_by',
    ])
    .select(removalColumns)
    .select((of) => of.fn.coalesce('track_records.sample', 'portfolios.sample').as('sample'));
}

type VersionRow = Omit<TrackRecordRow, 'portfolio_id' | 'days' | 'portfolio' | 'benchmark' | 'benchmark2'> & {
  id: string;
  group: PortfolioGroup;
} & RemovalColumns;

const count = v.number();
const originChanges = v.object({ added: count, lost: count, restated: count, confirmed: count });

function readVersion(row: VersionRow): Version {
  const changes = row.changes === null ? undefined : readJsonColumn(originChanges, row.changes, `portfolio ${row.id}`);
  return {
    id: row.id,
    group: row.group,
    sample: row.sample === 1,
    version: row.version,
    recordedAt: row.recorded_at,
    about: storedAbout(row.about, row.id),
    frequency: row.frequency,
    firstDay: row.first_day,
    lastDay: row.last_day,
    digest: row.digest,
    removedAt: row.removed_at ?? undefined,
    removedBy: row.removed_by ?? undefined,
    removedReason: row.removed_reason ?? undefined,
    removalAsked: askedRemovalOf(row),
    origin:
      row.source === null || changes === undefined
        ? undefined
        : {
            source: row.source,
            reason: row.reason ?? undefined,
            changes,
            draftedBy: row.drafted_by ?? undefined,
            publishedBy: row.published_by ?? undefined,
          },
  };
}

export const recordColumns = ['frequency', 'days', 'portfolio', 'benchmark', 'benchmark2', 'about', 'digest'] as const;

export function columnsOf(about: PortfolioAbout, record: TrackRecord): RecordColumns {
  return {
    about: JSON.stringify(about),
    frequency: record.frequency,
    first_day: record.days[0]!,
    last_day: record.days[record.days.length - 1]!,
    digest: digestOf(about, record),
    days: bytesOf(record.days),
    portfolio: bytesOf(record.portfolio),
    benchmark: record.benchmark === undefined ? null : bytesOf(record.benchmark),
    benchmark2: record.benchmark2 === undefined ? null : bytesOf(record.benchmark2),
  };
}

/**
 * @param name the record's name for the error
 * @throws when the bytes are not those that were stored, by their digest
 */
export function recordOf(row: Pick<RecordColumns, (typeof recordColumns)[number]>, name: string): TrackRecord {
  const record: TrackRecord = {
    frequency: row.frequency,
    days: new Int32Array(aligned(row.days)),
    portfolio: new Float64Array(aligned(row.portfolio)),
    benchmark: row.benchmark === null ? undefined : new Float64Array(aligned(row.benchmark)),
    benchmark2: row.benchmark2 === null ? undefined : new Float64Array(aligned(row.benchmark2)),
  };
  if (digestOf(JSON.parse(row.about) as PortfolioAbout, record) !== row.digest)
    throw new Error(`the values of ${name} are not what was stored`);
  return record;
}

export function digestOf(about: PortfolioAbout, { frequency, days, portfolio, benchmark, benchmark2 }: TrackRecord): string {
  const hash = createHash('sha256').update(JSON.stringify([about, frequency]));
  for (const line of [days, portfolio, benchmark, benchmark2]) hash.update(line === undefined ? '-' : bytesOf(line));
  return hash.digest('base64url');
}

/** The bytes of a line, little-endian like all machines that the server runs on. */
function bytesOf(line: Int32Array | Float64Array): Uint8Array {
  return new Uint8Array(line.buffer, line.byteOffset, line.byteLength);
}

function aligned(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
