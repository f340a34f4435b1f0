import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { jobs } from '../compose/job-list.ts';
import { insertJobs, jobRow } from '../queue/job-queue.ts';
import { job, testWorker } from '../queue/jobs.testing.ts';
import { PermanentFailure, Unavailable } from '../queue/job.ts';
import { noteBackup } from '../store/data-dir/last-backup.ts';
import { freshStore, silent, temporaryFolder, testOnStores } from '../store/store.testing.ts';
import { testApp, validBodies } from '../testing/app.testing.ts';
import { serveMetrics, startMetrics } from './start-metrics.ts';

const root = join(import.meta.dirname, '../..');

testOnStores('leads, refusals, requests, jobs and the store are counted', async () => {
  const { url, scrape, store, worker, clock } = await measuredSite();
  const first = await scrape();
  const send = (body: object) =>
    fetch(`${url}/cognitivepro/forms/home_bad`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await send(validBodies.bookademo)).status).toBe(201);
  expect((await send({ ...validBodies.bookademo, email: 'none' })).status).toBe(422);
  expect((await fetch(`${url}/about`)).status).toBe(200);
  expect((await fetch(`${url}/cognitivepro/forms/home_bad`, { method: 'POST', body: '{', headers: json })).status).toBe(400);
  await refusedByParser(url);

  const mine = [failing('test.dead'), waiting('test.waiting')];
  await insertJobs(
    store.db,
    mine.map((one) => jobRow(one, { n: 1 }, { now: clock.now })),
  );
  await store.db.deleteFrom('jobs').where('name', 'not like', 'test.%').execute();
  await testWorker(store, mine, { now: () => clock.now }).runDue();
  clock.now += 60_000;

  // What was read is reused for a second.
  await expect.poll(async () => (await scrape()).get('cognitive_jobs{name="test.dead",state="dead"}')).toBe(1);
  const values = await scrape();
  const grown = (series: string) => (values.get(series) ?? 0) - (first.get(series) ?? 0);
  expect(grown('cognitive_leads_total{form="bookademo",outcome="stored"}')).toBe(1);
  expect(grown('cognitive_leads_total{form="bookademo",outcome="invalid"}')).toBe(1);
  expect(grown('cognitive_refusals_total{reason="malformed"}')).toBe(2);
  expect(grown('cognitive_http_request_seconds_count{method="POST",route="/:product/forms/:caller",status="2xx"}')).toBe(1);
  expect(grown('cognitive_http_request_seconds_count{method="POST",route="/:product/forms/:caller",status="4xx"}')).toBe(2);
  expect(grown('cognitive_http_request_seconds_count{method="GET",route="/about",status="2xx"}')).toBe(1);
  expect(grown('cognitive_job_run_seconds_count{name="test.dead",state="dead"}')).toBe(1);
  expect(values.get('cognitive_jobs_oldest_seconds{name="test.dead",state="dead"}')).toBe(60);
  expect(values.get('cognitive_jobs_overdue_seconds')).toBeGreaterThan(50);
  expect(values.get('cognitive_jobs_waiting{resource="mail"}')).toBe(1);
  expect(grown('cognitive_store_seconds_count{call="query"}')).toBeGreaterThan(3);
  expect(grown('cognitive_store_seconds_count{call="transaction"}')).toBeGreaterThan(0);
  expect(values.get('cognitive_store_up')).toBe(1);
  expect(values.get('cognitive_reporting_date_timestamp_seconds')).toBe(Date.UTC(2025, 2, 31) / 1000);
  expect([values.get('cognitive_records_past_reporting_date'), values.get('cognitive_reporting_date_old')]).toEqual([2, 1]);
  expect(values.get('cognitive_worker_up')).toBe(0);
  worker.works = true;
  expect((await scrape()).get('cognitive_worker_up')).toBe(1);
});

test('whatever is asked for, the series stay few and say nothing of it', async () => {
  const { url, scrape, text } = await measuredSite();
  const ask = (n: number) =>
    fetch(`${url}/secret-${n}?token=secret-${n}`, { method: n % 2 === 0 ? 'GET' : 'PROPFIND', headers: { 'user-agent': `secret-${n}` } });
  for (let n = 0; n < 4; n += 1) await ask(n);
  const own = async () => [...(await scrape()).keys()].filter((series) => /^cognitive_(?!store)/.test(series)).sort();
  const before = await own();
  for (let n = 4; n < 40; n += 1) await ask(n);
  expect(await own()).toEqual(before);
  expect(await text()).not.toContain('secret');
  expect((await scrape()).get('cognitive_http_request_seconds_count{method="GET",route="none",status="4xx"}')).toBeGreaterThanOrEqual(20);
});

test('a store that does not answer is told, and nothing is said of its jobs', async () => {
  const { scrape, store } = await measuredSite();
  expect((await scrape()).get('cognitive_store_up')).toBe(1);
  await store.close();
  await expect.poll(async () => (await scrape()).get('cognitive_store_up')).toBe(0);
  expect([...(await scrape()).keys()].filter((series) => series.startsWith('cognitive_jobs{'))).toEqual([]);
});

test('room, readiness and the age of the last backup are told', async () => {
  const { scrape, store, dataDir } = await measuredSite();
  const values = await scrape();
  expect(values.get('cognitive_disk_free_bytes')).toBeGreaterThan(0);
  expect(values.get('cognitive_ready{check="store"}')).toBe(1);
  expect(values.get('cognitive_last_backup_timestamp_seconds')).toBeNaN();
  await noteBackup(dataDir, 1_764_000_000_000);
  await store.close();
  expect((await scrape()).get('cognitive_last_backup_timestamp_seconds')).toBe(1_764_000_000);
  await expect.poll(async () => (await scrape()).get('cognitive_ready{check="store"}')).toBe(0);
});

test('the metrics are on their own listener, and on no other', async () => {
  const { url, metricsUrl } = await measuredSite();
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  expect((await fetch(metricsUrl.replace('/metrics', '/'))).status).toBe(404);
  expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(405);
  const answer = await fetch(metricsUrl);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(await answer.text()).toContain('cognitive_build_info{version="1.2.3"');
});

test('a port that another server has is said once, and had once it is free', async () => {
  const registry = { contentType: 'text/plain; version=0.0.4; charset=utf-8' as const, metrics: async () => 'x 1\n' };
  const first = listening(registry);
  const port = await first.port;
  const second = listening(registry, port);
  await expect.poll(() => second.lines.filter((line) => line.includes('METRICS_PORT')).length).toBe(1);
  await first.close();
  expect(await second.port).toBe(port);
  expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toBe('x 1\n');
  expect(second.lines.filter((line) => line.includes('METRICS_PORT'))).toHaveLength(1);
});

test('every metric that the dashboard and the alerts name is in a scrape', async () => {
  const { text } = await measuredSite();
  const scraped = [...(await text()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
  );
  const files = globSync('deploy/{prometheus,grafana}/*', { cwd: root });
  expect(files).toHaveLength(2);
  const named = files.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\b(cognitive|nodejs|process)_\w+/g) ?? []);
  expect(new Set(named).size).toBeGreaterThan(15);
  expect([...new Set(named)].filter((name) => !scraped.includes(name))).toEqual([]);
  // Prometheus sets labels with these names, and renames ours.
  const labelled = (await text()).split('\n').filter((line) => /^[a-z_]+\{(.*,)?(job|instance)=/.test(line));
  expect(labelled).toEqual([]);
  const own = scraped.filter((name) => /^cognitive_(?!.*_(sum|bucket)$)/.test(name));
  expect(own.filter((name) => !named.includes(name) && !named.includes(name.replace(/_count$/, '_bucket')))).toEqual([]);
});

const json = { 'content-type': 'application/json' };

const failing = (name: string) =>
  job(
    () => {
      throw new PermanentFailure('no');
    },
    { name },
  );

const waiting = (name: string) =>
  job(
    () => {
      throw new Unavailable('mail', 'no');
    },
    { name },
  );

async function measuredSite() {
  const store = await freshStore({ measured: true });
  const { app, context, clock } = await testApp(store, { METRICS_PORT: '0', DATA_DIR: temporaryFolder() });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const worker = { works: false };
  const { log, port } = portLog();
  const metrics = await startMetrics(context.settings, {
    store: { ...store, now: () => clock.now },
    worker: {
      check: () => {
        if (!worker.works) throw new Error('it does not');
      },
    },
    server: app.server,
    jobs,
    countDeliveries: async () => [],
    readReporting: async () => ({ day: '2025-03-31', past: ['a', 'b'], isOld: true }),
    readiness: [{ name: 'store', check: () => store.ready() }],
    version: '1.2.3',
    log,
  });
  onTestFinished(async () => {
    await metrics.close();
    await app.close();
  });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const metricsUrl = `http://127.0.0.1:${await port}/metrics`;
  const text = async () => (await fetch(metricsUrl)).text();
  return { url, metricsUrl, text, scrape: async () => seriesOf(await text()), store, worker, clock, dataDir: context.settings.DATA_DIR };
}

function listening(registry: Parameters<typeof serveMetrics>[1], port = 0) {
  const { log, port: listens, lines } = portLog();
  const served = serveMetrics({ port, host: '127.0.0.1', again: 20 }, registry, log);
  onTestFinished(() => served.close());
  return { ...served, port: listens, lines };
}

function portLog() {
  const { promise, resolve } = Promise.withResolvers<number>();
  const lines: string[] = [];
  const note = (about: unknown, line?: string) => {
    lines.push(line ?? '');
    if (line === 'metrics are served at /metrics') resolve((about as { port: number }).port);
  };
  const log = { ...silent, info: note, warn: note };
  return { log, lines, port: promise };
}

/** Sends bytes that are not HTTP: the parser refuses them before any route. */
async function refusedByParser(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end('nonsense\r\n\r\n');
  socket.resume();
  await once(socket, 'close');
}

function seriesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}
