import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { disclosedLines } from '../contract/figures/disclosure.testing.ts';
import account from '../contract/demo-account.json' with { type: 'json' };
import { dayFrom, isoOf, weekdayOf } from '../contract/figures/days.ts';
import { recordUntil, type TrackRecord } from '../contract/figures/record.ts';
import { summarize } from '../contract/figures/summary.ts';
import { sampleDates } from '../contract/figures/reporting-date.ts';
import { dataPaths, type Login } from '../contract/portfolio.ts';
import { discard, startServer } from '../e2e/fixtures/server.ts';
import { readFile } from '../server/insights/import/record-file.ts';
import { saveRecord } from '../server/insights/records/records.ts';
import { openStore } from '../server/store/store.ts';
import { atMost, median, quantile, told, type Row, type BenchSection } from './results.ts';

const QUESTIONS = 2000;
const ROUNDS = 9;
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Ten years of daily values with two benchmarks: reading the file, storing it, and calculating figures for any date. */
export const figures: BenchSection = {
  about: 'performance figures of ten years of daily values, and what the insights page loads',
  run: async () => {
    const days = weekdays();
    const { ms, record } = await imports(csvOf(days));
    return [
      atMost(`import of ${days.length} days, checked and stored (slowest of ${ROUNDS})`, ms, 1000, { unit: 'ms' }),
      ...metrics(record),
      ...(await page()),
    ];
  },
};

function metrics(record: TrackRecord): Row[] {
  const { days } = record;
  const times = Array.from({ length: QUESTIONS }, (_, index) => {
    const began = performance.now();
    const until = recordUntil(record, days[300 + ((index * 7919) % (days.length - 300))] ?? 0);
    if (until) summarize(until, 0.02);
    return performance.now() - began;
  }).toSorted((a, b) => a - b);
  return [
    atMost('every figure of one portfolio on any date, median', median(times), 2, { unit: 'ms', digits: 3 }),
    told('the same, 99 of 100', quantile(times, 0.99), { unit: 'ms', digits: 3 }),
  ];
}

async function imports(text: string): Promise<{ ms: number; record: TrackRecord }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-figures-'));
  const store = await openStore({ dataDir, log });
  await store.migrate();
  const round = async (name: string) => {
    const began = performance.now();
    const reading = readFile(text, name, {}, { previous: undefined, today: dayFrom(2024, 11, 31) });
    if (!reading.ok) throw new Error(reading.faults.join('\n'));
    const { imported } = reading;
    await store.begin((tx) => saveRecord(tx, { ...imported, sample: false, at: Date.now() }));
    return { ms: performance.now() - began, record: imported.record };
  };
  let slowest = await round('fund-0');
  for (let n = 1; n < ROUNDS; n += 1) {
    const next = await round(`fund-${n}`);
    if (next.ms > slowest.ms) slowest = next;
  }
  await store.close();
  await rm(dataDir, { recursive: true });
  return slowest;
}

/** All calls that the page makes once it has its token, in parallel as the page makes them. */
async function page(): Promise<Row[]> {
  const server = await startServer();
  const login = await fetch(server.url + dataPaths.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const headers = { authorization: `Bearer ${((await login.json()) as Login).msg.TOKEN}` };
  const calls = [
    `${dataPaths.portfolios('website')}?date=${sampleDates.website}`,
    `${dataPaths.portfolios('cognitive')}?date=${sampleDates.cognitive}`,
    dataPaths.papers,
  ];
  const times = [];
  for (let round = 0; round < ROUNDS * 3; round += 1) {
    const began = performance.now();
    await Promise.all(calls.map(async (path) => (await fetch(server.url + path, { headers })).arrayBuffer()));
    times.push(performance.now() - began);
  }
  await discard(server);
  return [
    atMost('rounds of calls of the insights page after its token', 1, 1),
    told('that round, the first time', times.at(0) ?? Number.NaN, { unit: 'ms' }),
    atMost('that round, median', median(times), 50, { unit: 'ms', digits: 1 }),
  ];
}

function weekdays(): number[] {
  const first = dayFrom(2015, 0, 1);
  const all = Array.from({ length: dayFrom(2024, 11, 31) - first + 1 }, (_, index) => first + index);
  return all.filter((day) => ![0, 6].includes(weekdayOf(day)));
}

/** Three periodic curves without randomness, so that every run has the same file. */
function csvOf(days: readonly number[]): string {
  const value = (t: number, pace: number) =>
    (100 * Math.exp(0.0002 * pace * t + 0.05 * Math.sin(t / (7 * pace)) + 0.01 * Math.sin(t))).toFixed(4);
  const rows = days.map((day, t) => [isoOf(day), value(t, 1), value(t, 0.8), value(t, 0.5)].join(','));
  return ['date,portfolio,World shares,Balanced', ...rows, ...disclosedLines, ''].join('\n');
}
