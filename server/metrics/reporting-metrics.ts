import type { Registry } from 'prom-client';
import { createSharedReader, readGauges } from './read-gauges.ts';
import type { Tx } from '../store/store.ts';
import type { Prometheus } from './site-metrics.ts';

/** The reporting date (ISO), how many records have later days, and whether the date is older than the setting's months. */
type Reporting = { day: string; past: readonly unknown[]; isOld: boolean };

export type ReadReportingGauges = (db: Tx, at: { now: number; months: number }) => Promise<Reporting>;

/** Adds metrics of the reporting date. They have no value when the store does not answer. */
export function addReportingMetrics(prometheus: Pick<Prometheus, 'Gauge'>, registry: Registry, read: () => Promise<Reporting>): void {
  const gauge = readGauges(prometheus, registry, createSharedReader(read));
  gauge('cognitive_reporting_date_timestamp_seconds', 'The day that the site shows figures of.', [], (made, { day }) =>
    made.set(Date.parse(day) / 1000),
  );
  gauge('cognitive_reporting_date_old', 'Whether it is older than REPORTING_DATE_MONTHS (1) or not (0).', [], (made, { isOld }) =>
    made.set(isOld ? 1 : 0),
  );
  gauge('cognitive_records_past_reporting_date', 'Records that have days after it.', [], (made, { past }) => made.set(past.length));
}
