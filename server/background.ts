// A thread of the server (compose/background-thread.ts starts it): runs jobs, and tells other systems what became of leads.
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import { CompiledQuery } from 'kysely';
import { readEnvironment } from './compose/server-environment.ts';
import type { Words } from '../contract/content-fields.ts';
import { mailFrame } from './content/mail-previews.ts';
import { iconOfMails } from './content/pictures/company-icon.ts';
import { publishedWords } from './content/published-words.ts';
import { calendarThread } from './booking/feeds/calendar-thread.ts';
import type { BackgroundCalls, BackgroundData, Told } from './compose/background-thread.ts';
import { jobs } from './compose/job-list.ts';
import { everyField } from './compose/own-fields.ts';
import { subscribersOf } from './compose/subscriber-list.ts';
import { startDeliveries } from './deliveries/start-deliveries.ts';
import { fileSettings, openFiles, type Files } from './files/files.ts';
import { named } from './kernel/address.ts';
import type { Log } from './kernel/log.ts';
import { observations } from './kernel/observations.ts';
import { answerCalls, tellParent } from './kernel/thread-calls.ts';
import { createFollower } from './leads/history/history-subscribers.ts';
import { createCeilingAlarm } from './mail/ceiling.mail.tsx';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { startReleasingMails } from './mail/waiting-mails.ts';
import { reportingState } from './insights/reporting/reporting-state.ts';
import { createScrub } from './privacy/scrub-thread.ts';
import { createWorker } from './queue/worker.ts';
import { cvReader } from './recruiting/cvs/cv-reader.ts';
import { followingSettings } from './settings/company-settings.ts';
import type { Settings } from './settings/settings.ts';
import { prepareStore } from './store/prepare-store.ts';
import { threadStoreSettings } from './store/store-settings.ts';
import { openStore, type Store } from './store/store.ts';

const dist = fileURLToPath(new URL('..', import.meta.url));
const { jobsWait, measured, turns } = workerData as BackgroundData;

/** Milliseconds for which observations are gathered: each message wakes the thread that answers visitors. */
const GATHERED = 250;

const sendObservations = forwardObservations();
answerCalls(await open());

async function open(): Promise<BackgroundCalls> {
  const { settings: given, log, env } = readEnvironment();
  const store = await openStore({ ...threadStoreSettings(given), repeats: true, log, measured, turns: { ...turns, first: false } });
  const words = publishedWords(store, everyField(env, dist), log);
  const settings = followingSettings(given, env, words.current);
  const files = openFiles({ ...fileSettings(settings), store, log, now: () => store.now() });
  const mailer = mailerWith({ settings, store, files, log, words: words.current });
  const scrub = createScrub(store, settings.DATA_DIR, new URL('scrub.js', import.meta.url));
  const readCalendar = calendarThread(new URL('calendar.js', import.meta.url));
  const readCv = cvReader(new URL('cv.js', import.meta.url));
  const services = { settings, store, files, mailer, log, scrub, readCalendar, readCv, readReporting: reportingState };
  const flag = new Int32Array(jobsWait);
  const busy = () => Atomics.load(flag, 0) === 1;
  const worker = createWorker({ store, jobs, services, log, concurrency: settings.JOBS_AT_ONCE, busy });
  const stopping = new AbortController();
  const stops = startOthers({ store, settings, log, wake: () => worker.wake() });
  return {
    start: async () => {
      const isReady = await prepareStore({ store, log, signal: stopping.signal, fill: async () => undefined });
      if (!isReady) return;
      // Before the worker starts, so that its first mails have the published words, too.
      await words.refresh().catch(() => undefined);
      stops.push(words.watch().stop);
      worker.start();
    },
    wake: () => worker.wake(),
    check: () => worker.check(),
    read: async ({ sql, parameters }) => (await store.db.executeQuery(CompiledQuery.raw(sql, [...parameters]))).rows,
    stop: async () => {
      stopping.abort();
      await Promise.all([worker.stop(), ...stops.map((stop) => stop())]);
      mailer.close();
      await files.close();
      await store.close();
      sendObservations();
    },
  };
}

type Others = { store: Store; settings: Settings; log: Log; wake: () => void };

/** Starts what follows from the histories of leads, the deliveries and the release of waiting mails. @returns functions that stop them */
function startOthers({ store, settings, log, wake }: Others): (() => Promise<void>)[] {
  const limit = { perHour: settings.FIRST_MAILS_PER_HOUR, perDay: settings.FIRST_MAILS_PER_DAY };
  return [
    createFollower({
      store,
      log,
      subscribers: subscribersOf({ store, log, zone: settings.TIME_ZONE, inTurn: () => settings.LEADS_IN_TURN === 'on' }),
    }).start(),
    startDeliveries({ store, settings, log }),
    startReleasingMails({ store, limit, log, wake }),
    store.listen(wake),
  ];
}

type Mailing = { settings: Settings; store: Store; files: Files; log: Log; words: () => Words };

function mailerWith({ settings, store, files, log, words }: Mailing): Mailer {
  return createMailer({
    store,
    log,
    mailUrl: settings.MAIL_URL,
    patience: settings.MAIL_PATIENCE,
    connections: settings.MAIL_CONNECTIONS,
    dataDir: settings.DATA_DIR,
    from: settings.MAIL_FROM,
    limit: { perHour: settings.MAIL_PER_HOUR, perDay: settings.MAIL_PER_DAY },
    ceiling: { perHour: settings.FIRST_MAILS_PER_HOUR, perDay: settings.FIRST_MAILS_PER_DAY },
    onCeiling: createCeilingAlarm(store, log, () => store.now()),
    frame: () => {
      const from = named(settings.MAIL_FROM, settings.company.name);
      return { ...mailFrame(settings, words()), from };
    },
    picture: iconOfMails({ store, files, log, words }),
  });
}

/** Passes observations on to the parent thread, some at a time. @returns a function that sends the gathered ones at once */
function forwardObservations(): () => void {
  let waiting: { name: keyof typeof observations; told: unknown }[] = [];
  const send = () => {
    if (waiting.length === 0) return;
    tellParent(waiting satisfies Told);
    waiting = [];
  };
  for (const name of Object.keys(observations) as (keyof typeof observations)[]) {
    // Without metrics nobody listens to observations of single queries.
    if (name === 'storeCall' && !measured) continue;
    observations[name].listen((told: unknown) => {
      if (waiting.push({ name, told }) === 1) setTimeout(send, GATHERED);
    });
  }
  return send;
}
