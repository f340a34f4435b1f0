import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import packageJson from '../package.json' with { type: 'json' };
import type { MakePicture } from './content/pictures/picture-maker.ts';
import { createAlertWatch } from './alerts/alert-watch.ts';
import type { AppContext } from './compose/app-context.ts';
import { createApp } from './compose/app.ts';
import { findCalendarCauses } from './booking/feeds/busy-times.ts';
import { findDeliveryCauses } from './deliveries/delivery-causes.ts';
import { countDeliveries } from './deliveries/list-deliveries.ts';
import { onErased } from './compose/on-erased.ts';
import { tellFirstLink } from './staff/first-link.ts';
import type { DeskListener } from './compose/desk-app.ts';
import { suspendedWarning } from './backup/restore/queued-jobs.ts';
import { fileSettings, openFiles, type Files, prepareFiles } from './files/files.ts';
import { threadStoreSettings } from './store/store-settings.ts';
import { watchLoopDelay } from './kernel/loop-delay.ts';
import { jobsWait } from './http/listener.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { extendPolicy, securityHeaders } from './http/security-headers.ts';
import { loadSite } from './http/site.ts';
import { recordThread } from './insights/import/record-thread.ts';
import { reportingState } from './insights/reporting/reporting-state.ts';
import { loadSamples } from './insights/sample/samples.ts';
import { jobs } from './compose/job-list.ts';
import { startBackground, type Background } from './compose/background-thread.ts';
import { readEnvironment } from './compose/server-environment.ts';
import { findSetAside } from './leads/history/set-aside-causes.ts';
import { startMetrics } from './metrics/start-metrics.ts';
import { leadContext } from './compose/lead-parts.ts';
import { siteWords, type SiteWords } from './compose/site-words.ts';
import type { Log } from './kernel/log.ts';
import { syncErasures } from './privacy/reapply-erasures.ts';
import { createScrub } from './privacy/scrub-thread.ts';
import { reportMaker } from './reports/report-maker.ts';
import { pageSettings } from './settings/page-settings.ts';
import { followingSettings } from './settings/company-settings.ts';
import { settingsHelp, type Settings } from './settings/settings.ts';
import { settingWarnings } from './settings/setting-warnings.ts';
import { startFault, watchStart } from './compose/watch-start.ts';
import { lockDataDir } from './store/data-dir/data-dir-lock.ts';
import { sharedTurns } from './store/database/sqlite-waits.ts';
import { countersOf } from './store/shares/use-counts.ts';
import { prepareStore, type Preparation } from './store/prepare-store.ts';
import { removeAsides } from './store/data-dir/replace-file.ts';
import { restrictAccess } from './store/data-dir/private-folder.ts';
import { openStore, type Store, type Tx } from './store/store.ts';

const dist = fileURLToPath(new URL('..', import.meta.url));

/** Milliseconds that a server which is being replaced may take to stop after it has drained. */
const STOPPING_MS = 10_000;

/** Milliseconds that the desk waits for the first visitor: loading it holds the server's thread for a tenth of a second. */
const DESK_AFTER = 300;

/** What the metrics report on besides the running services: jobs, version, deliveries. */
const countedBeside = { jobs, version: packageJson.version, countDeliveries, readReporting: reportingState } as const;

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
  const { settings: given, log, env } = readEnvironment();
  for (const warning of settingWarnings(env, process.cwd())) log.warn({}, warning);
  // If the folder cannot be created, /readyz/forms reports it. The pages do not need it.
  await mkdir(given.DATA_DIR, { recursive: true, mode: 0o700 }).catch(() => undefined);
  const lock = folderLock(given.DATA_DIR, STOPPING_MS + given.DRAIN_MS);
  const shared = { measured: given.METRICS_PORT !== undefined, turns: sharedTurns() };
  const opening = { ...threadStoreSettings(given), ...shared, log, beforeOpen: lock.take };
  const store = await openStore({ ...opening, aside: (query) => background.read(query) });
  const files = openFiles({ ...fileSettings(given), store, log, now: () => store.now() });
  const wording = siteWith({ settings: given, store, files, log }, env);
  const settings = followingSettings(given, env, () => wording.words.current().words);
  const scrub = createScrub(store, settings.DATA_DIR, new URL('scrub.js', import.meta.url));
  const [draining, stopping, late] = [new AbortController(), new AbortController(), watchLoopDelay()];
  const background = startBackground(new URL('background.js', import.meta.url), {
    ...shared,
    // Requests come before jobs: a mail may wait a second, a visitor who submits a form should not.
    busy: () => jobsWait(late()),
  });
  const health = watchStart({ store, worker: background, files });
  const context: Composed = {
    settings,
    store,
    files,
    scrub,
    log,
    ...leadContext(store, settings, background.wake),
    ...wording,
    limits: createRateLimits(settings.RATE_LIMIT === 'on', countersOf(store)),
    ...threads(),
    ...health,
    draining: draining.signal,
    builtAt: Date.parse(BUILD_DATE),
    late,
    wake: background.wake,
    now: () => store.now(),
  };
  const app = await createApp(context, { logger: log });
  let desk: DeskListener | undefined;
  const metrics = await startMetrics(settings, { ...context, worker: background, server: app.server, ...countedBeside });
  const stopWatching = watchStore(context, wording);

  const close = closeWithGrace({ delay: 9000 + settings.DRAIN_MS, logger: log }, async (cause) => {
    tellCause(log, cause);
    draining.abort();
    if (app.server.listening) await drain(cause.signal, settings);
    stopping.abort();
    await closeAll({ app, desk, metrics, stopWatching, background, files, store, lock });
  });
  // The npm process that started this one is gone, perhaps killed: nothing else would stop this one.
  if (process.connected) process.on('disconnect', close.close);

  tidyDataDir(settings.DATA_DIR, log);
  const { fill, showing } = fillOf(context, wording);
  await prepareFor(2000, { store, log, signal: stopping.signal, fill, onFault: health.onFault }, { background, files, showing });
  desk = await serve(app, context, began);
}

function firstAnswer({ server }: FastifyInstance): Promise<void> {
  return new Promise((resolve) => {
    server.once('request', (_, response) => void response.once('close', resolve));
  });
}

/** Serves visitors, and then staff: the code of their desk is loaded only then. @param began when the start did, by performance.now() */
async function serve(app: FastifyInstance, context: Composed, began: number): Promise<DeskListener | undefined> {
  const { settings, store, log, draining } = context;
  const port = await listen(app, settings);
  if (settings.DESK_PORT !== undefined)
    await Promise.race([firstAnswer(app), wait(DESK_AFTER, undefined, { signal: draining })]).catch(() => undefined);
  if (draining.aborted) return undefined;
  const desk = await (await import('./compose/desk-app.ts')).startDesk(context, dist, log);
  console.log(`Cognitive PRO is at http://localhost:${port}`);
  log.info({ port, pid: process.pid, store: store.dialect, ms: Math.round(performance.now() - began) }, 'listening');
  return desk;
}

/** Restricts DATA_DIR to its owner and removes files that a killed server left half written. Runs in the background. */
function tidyDataDir(dataDir: string, log: Log): void {
  void restrictAccess(dataDir, log);
  for (const folder of ['.', 'files', 'mail']) void removeAsides(join(dataDir, folder));
}

/** Functions that each start a worker thread or a process, which ends with their work. */
function threads(): Pick<AppContext, 'readRecord' | 'readWorkbook' | 'renderReport' | 'makePicture'> {
  return {
    ...recordThread(new URL('record.js', import.meta.url)),
    renderReport: reportMaker(new URL('report.js', import.meta.url)),
    makePicture: pictures(new URL('picture.js', import.meta.url)),
  };
}

/** What draws pictures is loaded with the first of them. */
function pictures(script: URL): MakePicture {
  let maker: Promise<MakePicture> | undefined;
  return async (asked) => {
    maker ??= import('./content/pictures/picture-maker.ts').then(({ pictureMaker }) => pictureMaker(script));
    return (await maker)(asked);
  };
}

/** Waits DRAIN_MS on SIGTERM, which deployments send. On Ctrl-C there are no visitors to wait for. */
async function drain(signal: string | undefined, { DRAIN_MS }: Settings): Promise<void> {
  if (signal === 'SIGTERM') await wait(DRAIN_MS);
}

type Open = {
  app: FastifyInstance;
  desk: DeskListener | undefined;
  metrics: { close(): Promise<void> };
  stopWatching: () => Promise<void>;
  background: Background;
  files: Files;
  store: Store;
  lock: FolderLock;
};

async function closeAll({ app, desk, metrics, stopWatching, background, files, store, lock }: Open): Promise<void> {
  await Promise.all([closeApp(app), desk?.close(closeApp), stopWatching(), metrics.close()]);
  // After the listeners: what they still received is committed there.
  await background.stop();
  await files.close();
  await store.close();
  lock.release();
}

type Composed = AppContext & { log: Logger };

/** Starts what looks at the store again and again: the alerts, the site's words and its campaign pages. @returns stops them */
function watchStore({ store, settings, log, wake }: Composed, { words, shownCampaigns }: SiteWords): () => Promise<void> {
  const findMore = async (db: Tx, now: number) => [
    ...(await findDeliveryCauses(db, now)),
    ...(await findCalendarCauses(db, settings.BOOKING_CALENDARS, now)),
    ...(await findSetAside(db)),
  ];
  const stopAlerts = createAlertWatch({ store, settings, log, wake, findMore }).start();
  const watching = [words.watch(), shownCampaigns.watch()];
  return async () => void (await Promise.all([stopAlerts(), ...watching.map((one) => one.stop())]));
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
function fillOf(
  { settings, store, files, log, scrub }: Pick<AppContext, 'settings' | 'store' | 'files' | 'scrub'> & { log: Log },
  { refreshWords }: SiteWords,
): { fill: () => Promise<void>; showing: () => Promise<void> } {
  let shown: Promise<void> | undefined;
  const fill = async () => {
    // First, so that visitors get the published words. After a failure the watch tries again, and logs it.
    shown = refreshWords().catch(() => undefined);
    await shown;
    if (settings.SAMPLES === 'on') await loadSamples(store, store.now());
    await syncErasures({ store, files, dataDir: settings.DATA_DIR, now: () => store.now(), onErased, scrub }, log);
    // Last, and retried with the steps above: a store that is down for a moment must not end a running server.
    const held = await suspendedWarning(store.db);
    if (held !== undefined) log.warn({}, held);
    await tellFirstLink({ settings, store, now: () => store.now() }, { print: console.log, log, terminal: process.stdout.isTTY });
  };
  return { fill, showing: async () => shown };
}

/** @returns the port, which PORT=0 leaves to the system */
async function listen(app: FastifyInstance, { PORT, HOST }: Settings): Promise<number> {
  // Lets the system queue a burst of a thousand connections. A client that finds the queue full tries again only after a second.
  await app.listen({ port: PORT, host: HOST, backlog: 4096 });
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : PORT;
}

/** Answers requests that were received whole. Connections still open after five seconds are cut, so that no client can delay the stop. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), 5000);
  await app.close().finally(() => clearTimeout(cut));
}

type Parts = { background: Background; files: Files; showing: () => Promise<void> };

/** Prepares the store, the worker and the files. Returns after `ms` milliseconds at the latest, because pages need none of them but the published words. */
async function prepareFor(ms: number, preparation: Preparation, { background, files, showing }: Parts): Promise<void> {
  const { log, signal } = preparation;
  const prepared = prepareStore(preparation);
  const ready = prepared.then(async (done) => {
    if (!done) return;
    background.start().catch(giveUp);
    await prepareFiles(files, log, signal);
  });
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
  ready.catch(giveUp);
  // Waits without a limit where the published words are being rendered: the words that ship may be years old.
  await showing();
}

function siteWith(
  { settings, store, files, log }: Pick<Composed, 'settings' | 'store' | 'files' | 'log'>,
  env: NodeJS.ProcessEnv,
): SiteWords {
  const site = loadSite(dist, pageSettings(settings), securityHeaders(settings.PUBLIC_URL), (policy) => extendPolicy(policy, settings));
  return siteWords({ settings, env, store, files, site, log }, dist, new URL('render.js', import.meta.url));
}

function giveUp(error: unknown): void {
  console.error(startFault(error));
  process.exitCode = 1;
  // Handles that were opened before the fault must not keep the process running.
  setImmediate(() => process.exit(1));
}
