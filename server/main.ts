import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import { pino, type Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import { companyName, officeLines } from '../contract/company.ts';
import { legalLines } from '../contract/legal.ts';
import { createAlertWatch } from './alerts/alert-watch.ts';
import type { AppContext } from './compose/app-context.ts';
import { createApp } from './compose/app.ts';
import { findCalendarCauses } from './booking/feeds/busy-times.ts';
import { calendarThread } from './booking/feeds/calendar-thread.ts';
import { findDeliveryCauses } from './deliveries/delivery-causes.ts';
import { countDeliveries } from './deliveries/list-deliveries.ts';
import { startDeliveries } from './deliveries/start-deliveries.ts';
import { onErased } from './compose/on-erased.ts';
import { tellFirstLink } from './staff/first-link.ts';
import { startDesk, type DeskListener } from './compose/desk-app.ts';
import { suspendedWarning } from './backup/restore/queued-jobs.ts';
import { fileSettings, openFiles, type Files, prepareFiles } from './files/files.ts';
import { storeSettings } from './store/store-settings.ts';
import { watchLoopDelay } from './kernel/loop-delay.ts';
import { jobsWait } from './http/listener.ts';
import { requestsInFlight } from './http/connections.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { extendPolicy, securityHeaders } from './http/security-headers.ts';
import { loadSite, type Site } from './http/site.ts';
import { recordThread } from './insights/import/record-thread.ts';
import { insightsRenderer } from './insights/insights-pages.ts';
import { careersRenderer } from './recruiting/positions/position-pages.ts';
import { loadSamples } from './insights/sample/samples.ts';
import { jobs, type AllJobServices } from './compose/job-list.ts';
import { createWorker, type Worker } from './queue/worker.ts';
import { createFollower } from './leads/history/history-subscribers.ts';
import { findSetAside } from './leads/history/set-aside-causes.ts';
import { subscribersOf } from './compose/subscriber-list.ts';
import { createCeilingAlarm } from './mail/ceiling.mail.tsx';
import { named } from './kernel/address.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { startReleasingMails } from './mail/waiting-mails.ts';
import { startMetrics } from './metrics/start-metrics.ts';
import { leadContext } from './compose/lead-parts.ts';
import type { Log } from './kernel/log.ts';
import { syncErasures } from './privacy/reapply-erasures.ts';
import { createScrub } from './privacy/scrub-thread.ts';
import { reportThread } from './reports/report-thread.ts';
import { pageSettings } from './settings/page-settings.ts';
import { settingsHelp, environment, readSettings, type Settings } from './settings/settings.ts';
import { settingWarnings } from './settings/setting-warnings.ts';
import { startFault, watchStart } from './compose/watch-start.ts';
import { lockDataDir } from './store/data-dir/data-dir-lock.ts';
import { countersOf } from './store/shares/use-counts.ts';
import { prepareStore, type Preparation } from './store/prepare-store.ts';
import { removeAsides } from './store/data-dir/replace-file.ts';
import { restrictAccess } from './store/data-dir/private-folder.ts';
import { openStore, type Store, type Tx } from './store/store.ts';

const dist = fileURLToPath(new URL('..', import.meta.url));

/** Milliseconds that a server which is being replaced may take to stop after it has drained. */
const STOPPING_MS = 10_000;

/** What the metrics report on besides the running services: jobs, version, deliveries. */
const countedBeside = { jobs, version: packageJson.version, countDeliveries } as const;

const HELP = `Serves the site and keeps its leads.

Usage: npm start [-- --help]

Settings, from the environment or a file .env:
${settingsHelp()}`;

if (process.argv.includes('--help')) console.log(HELP);
else await start().catch(giveUp);

async function start(): Promise<void> {
  const began = performance.now();
  // Files that this process creates are readable only by its user.
  process.umask(0o077);
  const { settings, log } = readEnvironment();
  // If the folder cannot be created, /readyz/forms reports it. The pages do not need it.
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 }).catch(() => undefined);
  const lock = folderLock(settings.DATA_DIR, STOPPING_MS + settings.DRAIN_MS);
  const store = await openStore({ ...storeSettings(settings), log, measured: settings.METRICS_PORT !== undefined, beforeOpen: lock.take });
  const mailer = mailerWith(settings, store, log);
  const files = openFiles({ ...fileSettings(settings), store, log, now: () => store.now() });
  const scrub = createScrub(store, settings.DATA_DIR, new URL('scrub.js', import.meta.url));
  const [draining, stopping] = [new AbortController(), new AbortController()];
  const services = { settings, store, files, mailer, log, scrub, readCalendar: calendarThread(new URL('calendar.js', import.meta.url)) };
  const late = watchLoopDelay();
  const worker = createWorker({
    store,
    jobs,
    services,
    log,
    // Requests come before jobs: a mail may wait a second, a visitor who submits a form should not.
    busy: () => jobsWait(inFlight(), late()),
  });
  const health = watchStart({ store, worker, files });
  const context: AppContext = {
    ...services,
    ...leadContext(store, settings),
    site: siteWith(settings),
    limits: createRateLimits(settings.RATE_LIMIT === 'on', countersOf(store)),
    ...threads(),
    renderInsights: insightsRenderer(dist, pageSettings(settings)),
    renderCareers: careersRenderer(dist, pageSettings(settings), (policy) => extendPolicy(policy, settings)),
    ...health,
    draining: draining.signal,
    builtAt: Date.parse(BUILD_DATE),
    late,
    wake: () => worker.wake(),
    now: () => store.now(),
  };
  const app = await createApp(context, { logger: log });
  const desk = await startDesk(context, dist, log);
  const inFlight = requestsInFlight(app.server);
  const metrics = await startMetrics(settings, { store, worker, readiness: context.readiness, server: app.server, log, ...countedBeside });
  const stopWatching = watchStore({ store, settings, log, worker });

  const close = closeWithGrace({ delay: 9000 + settings.DRAIN_MS, logger: log }, async (cause) => {
    tellCause(log, cause);
    draining.abort();
    if (app.server.listening) await drain(cause.signal, settings);
    stopping.abort();
    await closeAll({ app, desk, metrics, stopWatching, worker, mailer, files, store, lock });
  });
  // The npm process that started this one is gone, perhaps killed. Nothing else would stop this process.
  if (process.connected) process.on('disconnect', () => close.close());

  tidyDataDir(settings.DATA_DIR, log);
  await prepareFor(2000, { store, log, signal: stopping.signal, fill: fillOf(services), onFault: health.onFault }, { worker, files });
  const port = await listen(app, settings);
  log.info({ port, pid: process.pid, store: store.dialect, ms: Math.round(performance.now() - began) }, 'listening');
}

/** Restricts DATA_DIR to its owner and removes files that a killed server left half written. Runs in the background. */
function tidyDataDir(dataDir: string, log: Log): void {
  void restrictAccess(dataDir, log);
  for (const folder of ['.', 'files', 'mail']) void removeAsides(join(dataDir, folder));
}

/** Functions that each start a worker thread, which ends with their work. */
function threads(): Pick<AppContext, 'readRecord' | 'renderReport'> {
  return {
    readRecord: recordThread(new URL('record.js', import.meta.url)),
    renderReport: reportThread(new URL('report.js', import.meta.url)),
  };
}

/** Waits DRAIN_MS on SIGTERM, which deployments send. On Ctrl-C there are no visitors to wait for. */
async function drain(signal: string | undefined, { DRAIN_MS }: Settings): Promise<void> {
  if (signal === 'SIGTERM') await wait(DRAIN_MS);
}

type Open = {
  app: FastifyInstance;
  desk: DeskListener;
  metrics: { close(): Promise<void> };
  stopWatching: () => Promise<void>;
  worker: Worker;
  mailer: Mailer;
  files: Files;
  store: Store;
  lock: FolderLock;
};

async function closeAll({ app, desk, metrics, stopWatching, worker, mailer, files, store, lock }: Open): Promise<void> {
  await Promise.all([closeApp(app), desk.close(closeApp), worker.stop(), stopWatching(), metrics.close()]);
  mailer.close();
  await files.close();
  await store.close();
  lock.release();
}

/** Starts the alert watch, what follows from the histories of leads, the deliveries and the release of waiting mails. @returns stops them */
function watchStore({ store, settings, log, worker }: { store: Store; settings: Settings; log: Log; worker: Worker }): () => Promise<void> {
  const findMore = async (db: Tx, now: number) => [
    ...(await findDeliveryCauses(db, now)),
    ...(await findCalendarCauses(db, settings.BOOKING_CALENDARS, now)),
    ...(await findSetAside(db)),
  ];
  const stopAlerts = createAlertWatch({ store, settings, log, wake: () => worker.wake(), findMore }).start();
  const stopFollower = createFollower({ store, log, subscribers: subscribersOf({ store, log, zone: settings.TIME_ZONE }) }).start();
  const stopDeliveries = startDeliveries({ store, settings, log });
  const limit = { perHour: settings.FIRST_MAILS_PER_HOUR, perDay: settings.FIRST_MAILS_PER_DAY };
  const stopReleasing = startReleasingMails({ store, limit, log, wake: () => worker.wake() });
  const stops = [stopAlerts, stopReleasing, stopFollower, stopDeliveries];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

function readEnvironment(): { settings: Settings; log: Logger } {
  const env = environment(process.cwd());
  const settings = readSettings(env);
  const log = pino({ level: settings.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  for (const warning of settingWarnings(env, process.cwd())) log.warn({}, warning);
  return { settings, log };
}

function tellCause(log: Logger, { err, signal }: { err?: Error | undefined; signal?: string | undefined }): void {
  if (err) log.error({ name: err.name, at: err.stack?.split('\n').slice(1, 6) }, 'unexpected error: stopping');
  else log.info({ signal }, 'stopping');
}

type FolderLock = { take: () => Promise<void>; release: () => void };

/** Locks DATA_DIR for this process: only one server may run the jobs of an embedded store. */
function folderLock(folder: string, patience: number): FolderLock {
  let release: (() => void) | undefined;
  return {
    take: async () => {
      release ??= await lockDataDir(folder, patience);
    },
    release: () => release?.(),
  };
}

/** Prepares a migrated store before jobs run: samples, erasures repeated after a restore, a warning of suspended jobs, the first sign-in link. */
function fillOf({ settings, store, files, log, scrub }: AllJobServices): () => Promise<void> {
  return async () => {
    if (settings.SAMPLES === 'on') await loadSamples(store, store.now());
    await syncErasures({ store, files, dataDir: settings.DATA_DIR, now: () => store.now(), onErased, scrub }, log);
    // Last, and retried with the steps above: a store that is down for a moment must not end a running server.
    const held = await suspendedWarning(store.db);
    if (held !== undefined) log.warn({}, held);
    await tellFirstLink({ settings, store, now: () => store.now() }, { print: console.log, log, terminal: process.stdout.isTTY });
  };
}

/** @returns the port, which PORT=0 leaves to the system */
async function listen(app: FastifyInstance, { PORT, HOST }: Settings): Promise<number> {
  // Lets the system queue a burst of a thousand connections. A client that finds the queue full tries again only after a second.
  await app.listen({ port: PORT, host: HOST, backlog: 4096 });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : PORT;
  console.log(`Cognitive PRO is at http://localhost:${port}`);
  return port;
}

/** Answers requests that were received whole. Connections still open after five seconds are cut, so that no client can delay the stop. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), 5000);
  await app.close().finally(() => clearTimeout(cut));
}

type Parts = { worker: Worker; files: Files };

/** Prepares the store, the worker and the files. Returns after `ms` milliseconds at the latest, because pages need none of them. */
async function prepareFor(ms: number, preparation: Preparation, { worker, files }: Parts): Promise<void> {
  const { log, signal } = preparation;
  const prepared = prepareStore(preparation);
  const ready = prepared.then(async (done) => {
    if (!done) return;
    worker.start();
    await prepareFiles(files, log, signal);
  });
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
  ready.catch(giveUp);
}

function mailerWith(settings: Settings, store: Store, log: Log): Mailer {
  return createMailer({
    store,
    log,
    mailUrl: settings.MAIL_URL,
    patience: settings.MAIL_PATIENCE,
    dataDir: settings.DATA_DIR,
    from: named(settings.MAIL_FROM, companyName),
    limit: { perHour: settings.MAIL_PER_HOUR, perDay: settings.MAIL_PER_DAY },
    ceiling: { perHour: settings.FIRST_MAILS_PER_HOUR, perDay: settings.FIRST_MAILS_PER_DAY },
    onCeiling: createCeilingAlarm(store, log, () => store.now()),
    frame: { company: companyName, offices: officeLines, legal: legalLines(), url: settings.PUBLIC_URL },
  });
}

function siteWith(settings: Settings): Site {
  return loadSite(dist, pageSettings(settings), securityHeaders(settings.PUBLIC_URL), (policy) => extendPolicy(policy, settings));
}

function giveUp(error: unknown): void {
  console.error(startFault(error));
  process.exitCode = 1;
  // Handles that were opened before the fault must not keep the process running.
  setImmediate(() => process.exit(1));
}
