import { createHash } from 'node:crypto';
import type { TrackRecord } from '../../../contract/figures/record.ts';
import type { RecordColumns } from '../../store/tables/insight-tables.ts';
import type { PortfolioAbout } from './portfolio-about.ts';

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
