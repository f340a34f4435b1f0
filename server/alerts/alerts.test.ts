import { rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JobServices } from '../mail/job-services.ts';
import { jobs } from '../compose/job-list.ts';
import { PermanentFailure } from '../queue/job.ts';
import { enqueue, insertJobs, jobRow } from '../queue/job-queue.ts';
import { job, stoppedClock, testWorker } from '../queue/jobs.testing.ts';
import type { Log } from '../kernel/log.ts';
import { createMailer } from '../mail/mailer.ts';
import { frame } from '../mail/mail.testing.tsx';
import type { Message } from '../mail/message.ts';
import { shareReason } from '../mail/waiting-mails.ts';
import { observations } from '../kernel/observations.ts';
import { readSettings } from '../settings/settings.ts';
import type { JobRow } from '../store/tables/queue-tables.ts';
import { noteBackup, noteBackupFailure } from '../store/data-dir/last-backup.ts';
import { freshStore, silent, temporaryFolder, testOnStores } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { createAlertWatch } from './alert-watch.ts';
import { weekOf } from './week.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('alerts', () => {
  test('jobs that failed for good are told once for a cause, whatever server looks', async () => {
    const { look, mails, add, clock, lines } = await setUp();
    for (let n = 0; n < 30; n += 1) await add({ status: 'dead', last_error: `Refused: no (${n})`, finished_at: clock.now() });
    await add({ status: 'dead', last_error: 'TypeError: something', finished_at: clock.now() });
    await Promise.all([look(), look(), look()]);
    expect(await mails()).toEqual(['2 things need somebody’s attention']);
    expect(lines.filter((line) => line === 'this needs somebody’s attention')).toHaveLength(2);
    await add({ status: 'dead', last_error: 'Refused: one more', finished_at: clock.now() });
    clock.pass(hour);
    await look();
    expect(await mails()).toEqual([]);
    clock.pass(day);
    await look();
    expect(await mails()).toEqual(['31 jobs test.job failed for good']);
  });

  test('what comes back within the hour is the same, and later it is told again', async () => {
    const { look, mails, add, store, clock } = await setUp();
    const dead = { status: 'dead', last_error: 'Error: no', finished_at: clock.now() } as const;
    const gone = () => store.db.deleteFrom('jobs').where('status', '=', 'dead').execute();
    await add(dead);
    await look();
    expect(await mails()).toHaveLength(1);
    await gone();
    await look();
    await add(dead);
    await look();
    expect(await mails()).toEqual([]);
    await gone();
    await look();
    clock.pass(2 * hour);
    await add(dead);
    await look();
    expect(await mails()).toEqual(['1 job test.job failed for good']);
  });

  test('a visitor’s address that does not exist is nobody’s alarm', async () => {
    const { look, mails, add, clock } = await setUp();
    await add({ status: 'dead', last_error: 'UnknownMailbox: the mail server refuses it', finished_at: clock.now() });
    await look();
    expect(await mails()).toEqual([]);
  });

  test('a job that is long due, and CVs whose scanner is down', async () => {
    const { look, mails, add, store, clock } = await setUp();
    await add({ run_at: clock.now() - 14 * minute });
    await down(store, 'scanner', clock.now() - 2 * minute);
    await look();
    expect(await store.db.selectFrom('alerts').select('cause').execute()).toEqual([]);
    clock.pass(2 * minute);
    await look();
    expect(await mails()).toEqual(['2 things need somebody’s attention']);
  });

  testOnStores('mail that stopped is said in the log at once, and by mail once it leaves again', async () => {
    const { look, mails, store, clock, lines } = await setUp();
    await down(store, 'mail', clock.now() - 4 * minute);
    await look();
    expect(await mails()).toEqual([]);
    expect(lines).toContain('this needs somebody’s attention');
    await store.db.deleteFrom('outages').execute();
    await look();
    expect(await mails()).toEqual(['mail works again']);
  });

  testOnStores('forms that were refused, by whatever server, until an hour after the last', async () => {
    const { look, mails, store, clock } = await setUp();
    for (let n = 0; n < 3; n += 1) observations.lead.tell({ form: 'career', outcome: 'no room' });
    observations.lead.tell({ form: 'bookademo', outcome: 'failed' });
    observations.lead.tell({ form: 'bookademo', outcome: 'invalid' });
    await look();
    expect(await mails()).toEqual(['2 things need somebody’s attention']);
    clock.pass(50 * minute);
    observations.lead.tell({ form: 'career', outcome: 'no room' });
    await look();
    const signals = () => store.db.selectFrom('alert_signals').select(['subject', 'count']).orderBy('subject').execute();
    expect(await signals()).toEqual([
      { subject: 'bookademo: failed', count: 1 },
      { subject: 'career: no room', count: 4 },
    ]);
    expect(await mails()).toEqual([]);
    clock.pass(61 * minute);
    await look();
    expect(await signals()).toEqual([]);
    expect(await store.db.selectFrom('alerts').select('cause').where('closed_at', 'is', null).execute()).toEqual([]);
  });

  testOnStores('backups that stopped or failed, until one is made; a disk that is nearly full', async () => {
    const { look, mails, clock, dataDir, sent } = await setUp();
    await noteBackup(dataDir, clock.now() - 47 * hour);
    await look();
    expect(await mails()).toEqual([]);
    clock.pass(2 * hour);
    await noteBackupFailure(dataDir, 'the disk is full');
    await look();
    expect(await mails()).toEqual(['2 things need somebody’s attention']);
    expect(sent.at(-1)!.text).toMatch(/the disk is full[\s\S]*49 hours ago/);
    // The note that the systemd unit writes when the command could not start.
    await noteBackup(dataDir, clock.now());
    clock.pass(20 * minute);
    await look();
    expect(await mails()).toEqual([]);
    clock.pass(hour);
    await Promise.all([look(), look()]);
    expect(await mails()).toEqual(['2 things are over']);
    for (const words of [/There is a new backup of/, /The backup of .* works again/, /Until/]) expect(sent.at(-1)!.text).toMatch(words);
    clock.pass(hour);
    await look();
    expect(await mails()).toEqual([]);
    await writeFile(join(dataDir, 'backup-failed'), 'the unit ended with timeout\n');
    await look();
    expect(await mails()).toEqual([`The backup of ${dataDir} on ${hostname()} failed`]);
    await rm(join(dataDir, 'backup-failed'));
    const full = await setUp({ DISK_RESERVE_MB: '1000000' });
    await full.look();
    expect(await full.mails()).toEqual([expect.stringContaining('The disk is nearly full')]);
  });

  testOnStores('every week says what waits, once, from Monday at eight', async () => {
    const { look, mails, add, clock, sent } = await setUp({ weekly: true, SHORT_RECORDS: 'Our lawyer allowed it.' });
    await add({ status: 'held', last_error: 'an address that was refused' });
    await Promise.all([look(), look()]);
    expect(await mails()).toEqual(['The week on the site: something waits for somebody']);
    expect(sent.at(-1)!.text).toMatch(
      /Reporting date[\s\S]*Q4-2024, which is old; all records reach 2025-03-31; npm run portfolios -- date/,
    );
    expect(sent.at(-1)!.text).toMatch(/Of under twelve months[\s\S]*New Fund: Our lawyer allowed it\./);
    expect(sent.at(-1)!.text).toMatch(/Mails held back[\s\S]*1 \(npm run jobs -- --status held\)/);
    clock.pass(2 * day);
    await look();
    expect(await mails()).toEqual([]);
    clock.pass(5 * day);
    await look();
    expect(await mails()).toHaveLength(1);
  });
});

test('that somebody had a whole share is told once, in words that name the settings, and is no outage', async () => {
  const { look, mails, add, clock, sent, watch } = await setUp();
  onTestFinished(watch.start());
  for (let n = 0; n < 300; n += 1) observations.share.tell({ pot: 'forms', lane: n < 60 ? 'fair' : 'slow' });
  await add({ waiting_on: 'share', last_error: shareReason, run_at: clock.now() + day });
  await look();
  expect(await mails()).toEqual(['Somebody has had a whole share of first mails: 240 more wait for room']);
  expect(sent[0]!.text).toContain('FIRST_MAILS_PER_HOUR');
  clock.pass(hour / 2);
  observations.share.tell({ pot: 'forms', lane: 'slow' });
  await look();
  expect(await mails()).toEqual([]);
});

test('without OPS_MAIL the log says it, and no mail is made', async () => {
  const { look, mails, add, clock, lines } = await setUp({ OPS_MAIL: '' });
  await add({ status: 'dead', last_error: 'Error: no', finished_at: clock.now() });
  await look();
  expect(await mails()).toEqual([]);
  expect(lines).toContain('this needs somebody’s attention');
});

test('a job that dies is told without waiting for the minute', async () => {
  const { store, watch, clock } = await setUp();
  onTestFinished(watch.start());
  const dying = job(() => {
    throw new PermanentFailure('no');
  });
  await enqueue(store.db, dying, { n: 1 }, { now: clock.now() });
  await testWorker(store, [dying], { now: clock.now }).runDue();
  const told = () => store.db.selectFrom('alerts').select('cause').execute();
  await expect.poll(told).toEqual([{ cause: 'dead jobs: test.job: PermanentFailure' }]);
});

test.each([
  ['2026-11-23T06:59:00Z', '2026-11-16'],
  ['2026-11-23T07:00:00Z', '2026-11-23'],
  ['2026-11-29T22:59:00Z', '2026-11-23'],
  ['2026-06-01T06:00:00Z', '2026-06-01'],
])('the week of %s in Rome begins on %s', (at, monday) => {
  expect(weekOf(Date.parse(at), 'Europe/Rome')).toBe(monday);
});

type Given = { weekly?: boolean; SHORT_RECORDS?: string; OPS_MAIL?: string; DISK_RESERVE_MB?: string };

async function setUp({ weekly = false, ...env }: Given = {}) {
  const dataDir = temporaryFolder();
  const clock = stoppedClock(Date.UTC(2026, 10, 23, 9));
  const store: Store = { ...(await freshStore()), now: clock.now };
  const settings = readSettings({ OPS_MAIL: 'ops@example.com', DATA_DIR: dataDir, DISK_RESERVE_MB: '0', ...env });
  const lines: string[] = [];
  const note = (_about: unknown, line?: string) => void lines.push(line ?? '');
  const log = { ...silent, info: note, error: note } as Log;
  const watch = createAlertWatch({ store, settings, log, wake: () => undefined });
  onTestFinished(() => watch.end());
  const sent: Message[] = [];
  const transport = { send: async (message: Message) => void sent.push(message), close: () => undefined };
  const mailer = createMailer({
    store,
    log: silent,
    dataDir,
    from: 'a@example.com',
    limit: { perHour: 3, perDay: 10 },
    frame,
    transport,
  });
  const alerts = jobs.filter(({ name }) => name.startsWith('alerts.'));
  const worker = testWorker(store, alerts, {
    now: clock.now,
    services: { ...({ store, settings, mailer } as JobServices), readReporting },
  });
  const target = job(() => undefined);
  if (!weekly) await noWeekly(store, clock.now());
  return {
    store,
    dataDir,
    clock,
    lines,
    sent,
    watch,
    look: () => watch.look(),
    add: (row: Partial<JobRow>) => insertJobs(store.db, [{ ...jobRow(target, { n: 1 }, { now: clock.now() }), ...row }]),
    mails: async () => {
      const before = sent.length;
      await store.db
        .updateTable('jobs')
        .set({ run_at: clock.now() + day })
        .where('name', '=', 'test.job')
        .where('status', '=', 'ready')
        .where('run_at', '<=', clock.now())
        .execute();
      await worker.runDue();
      return sent.slice(before).map(({ subject }) => subject);
    },
  };
}

const readReporting = async () => ({ day: '2024-12-31', past: ['a'], short: ['New Fund'], isOld: true, next: '2025-03-31' });

async function down(store: Store, resource: string, since: number): Promise<void> {
  await store.db
    .insertInto('outages')
    .values({ resource, since, failures: 3, next_try_at: since + day, reason: 'no' })
    .execute();
}

async function noWeekly(store: Store, now: number): Promise<void> {
  for (let week = 0; week < 3; week += 1) {
    const unique = `weekly-word:${weekOf(now + 7 * day * week, 'Europe/Rome')}`;
    await insertJobs(store.db, [
      {
        ...jobRow(
          job(() => undefined),
          { n: 1 },
          { now },
        ),
        status: 'done',
        unique_key: unique,
      },
    ]);
  }
}
