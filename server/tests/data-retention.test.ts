import { readdir, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { retentionSettings, type RetentionSetting } from '../../contract/retention-periods.ts';
import type { Log } from '../kernel/log.ts';
import { removeOnSchedule, retentionRules } from '../privacy/retention-rules.ts';
import { retentionCommand } from '../privacy/retention-command.ts';
import { readSettings } from '../settings/settings.ts';
import { SQLITE_NAME } from '../store/database/sqlite.ts';
import { describeOnStoresInTurn, freshStore, placeFor, silent, temporaryFolder } from '../store/store.testing.ts';
import { bystander, setUpServer, zenobia } from '../testing/person.testing.ts';
import { testContext } from '../testing/command.testing.ts';
import { day, fill, oldLead, sizes, tables } from '../testing/old-rows.testing.ts';

const noFiles = { remove: async () => true };

describeOnStoresInTurn('retention', 0, () => {
  test('each rule removes what is older, that alone, and counts it before', async () => {
    const store = await freshStore();
    const now = Date.UTC(2026, 10, 22);
    const parts = { store, files: noFiles, dataDir: temporaryFolder(), now: () => now };
    const removed: Partial<Record<RetentionSetting, number>> = {};
    for (const setting of retentionSettings) {
      await fill(store, now, 11);
      await fill(store, now, 9);
      const before = now - 10 * day;
      const due = await retentionRules[setting].count({ ...parts, db: store.db }, before);
      expect([setting, await retentionRules[setting].remove(parts, before)]).toEqual([setting, due]);
      expect(await retentionRules[setting].count({ ...parts, db: store.db }, before)).toBe(0);
      removed[setting] = due;
      // The store allows only retention to delete these rows.
      await retentionRules.KEEP_STAFF_ACTIONS_DAYS.remove(parts, now);
      for (const table of [...tables].toReversed()) await store.db.deleteFrom(table).execute();
    }
    expect(removed).toEqual({
      KEEP_UNVERIFIED_DAYS: 2,
      KEEP_VERIFIED_DAYS: 8,
      KEEP_WORKED_REQUESTS_DAYS: 0,
      KEEP_COOKIE_CONSENTS_DAYS: 1,
      KEEP_MESSAGES_DAYS: 1,
      KEEP_APPLICATIONS_DAYS: 1,
      KEEP_OPEN_APPLICATIONS_DAYS: 0,
      KEEP_SPAM_DAYS: 8,
      KEEP_LINKS_DAYS: 1,
      KEEP_NOTICES_DAYS: 1,
      KEEP_ANSWERS_DAYS: 1,
      KEEP_MAIL_LOG_DAYS: 1,
      KEEP_DONE_JOBS_DAYS: 1,
      KEEP_DEAD_JOBS_DAYS: 2,
      KEEP_DELIVERIES_DAYS: 1,
      KEEP_MAILS_DAYS: 0,
      KEEP_SUPPRESSIONS_DAYS: 1,
      KEEP_ERASURES_DAYS: 1,
      KEEP_STAFF_SIGN_INS_DAYS: 2,
      KEEP_STAFF_ACTIONS_DAYS: 1,
      KEEP_PRIVACY_LOG_DAYS: 1,
    });
  });

  test('by all rules together every old lead goes, more than one batch of them, and nothing new', async () => {
    const store = await freshStore();
    const now = Date.UTC(2026, 10, 22);
    await fill(store, now, 2000);
    await fill(store, now, 1);
    const fresh = await sizes(store);
    const many = Array.from({ length: 1203 }, (_, index) => ({
      ...oldLead,
      id: `many-${index}`,
      kind: 'contact',
      status: 'unverified' as const,
      suspected_spam: 0 as const,
      created_at: now - 100 * day,
      verified_at: null,
    }));
    for (let at = 0; at < many.length; at += 200)
      await store.db
        .insertInto('leads')
        .values(many.slice(at, at + 200))
        .execute();
    const settings = readSettings({ DATA_DIR: temporaryFolder(), KEEP_SUPPRESSIONS_DAYS: '400' });
    const { run } = testContext(retentionCommand, store, { settings, now: () => now });
    const { code, printed } = await run('--yes', '--by', 'dpo');
    expect([code, printed]).toEqual([0, expect.stringMatching(/1205 +Requests that were never confirmed +KEEP_UNVERIFIED_DAYS=90/)]);
    const half = Object.fromEntries(Object.entries(fresh).map(([table, count]) => [table, count / 2]));
    // Rows that wait for work or for a notice stay at any age, and so does the log entry of the removal.
    expect(await sizes(store)).toEqual({ ...half, jobs: half.jobs! + 1, privacy_log: half.privacy_log! + 1 });
  });
});

async function withData(env: Record<string, string> = {}) {
  const place = await placeFor({ filled: true });
  const server = await setUpServer(place, env);
  await server.doEverything(zenobia);
  await server.doEverything(bystander);
  const applications = await server.store.db.selectFrom('leads').select('id').where('kind', '=', 'application').execute();
  const rejected = { state: 'new', stage: 'rejected', version: 1, changed_at: server.clock.now } as const;
  await server.store.db
    .insertInto('lead_work')
    .values(applications.map(({ id }) => ({ lead_id: id, ...rejected })))
    .onConflict((conflict) => conflict.column('lead_id').doUpdateSet(rejected))
    .execute();
  const { settings, files } = server.context;
  const parts = { store: server.store, files, settings, dataDir: settings.DATA_DIR, now: () => server.clock.now };
  const stored = async () => ({
    leads: (await server.store.db.selectFrom('leads').select('kind').orderBy('kind').execute()).map((row) => row.kind),
    files: (await server.store.db.selectFrom('files').select('key').execute()).length,
    uploads: (await server.store.db.selectFrom('uploads').select('key').execute()).length,
    onDisk: (await readdir(join(place.dataDir, 'files'))).filter((name) => /^[0-9a-f]{32}$/.test(name)).length,
    mails: (await readdir(join(place.dataDir, 'mail'))).length,
  });
  return { ...server, parts, stored, dataDir: place.dataDir };
}

describe('on schedule', () => {
  test('what is due is told first, removed from the next day on, CVs included, and written down in numbers', async () => {
    const { parts, stored, clock, store } = await withData();
    const told: unknown[][] = [];
    const tell = (...given: unknown[]) => void told.push(given);
    const log: Log = { ...silent, warn: tell, info: tell };
    const before = await stored();
    clock.now += 200 * day;
    await removeOnSchedule(parts, log);
    expect(await stored()).toEqual(before);
    expect(told).toMatchObject([[{ KEEP_UNVERIFIED_DAYS: 2, KEEP_APPLICATIONS_DAYS: 2 }, expect.stringContaining('from tomorrow on')]]);
    clock.now += 3_600_000;
    await removeOnSchedule(parts, log);
    expect(await stored()).toEqual(before);
    clock.now += day;
    await removeOnSchedule(parts, log);
    expect(await stored()).toMatchObject({ leads: ['contact', 'contact', 'message', 'message'], files: 0, uploads: 0, onDisk: 0 });
    expect(told[1]).toMatchObject([{ KEEP_UNVERIFIED_DAYS: 2, KEEP_APPLICATIONS_DAYS: 2 }, expect.stringContaining('removed')]);
    const entries = await store.db.selectFrom('privacy_log').select(['action', 'actor', 'counts']).orderBy('at').execute();
    expect(entries.map(({ action, actor }) => `${action} by ${actor}`)).toEqual(['retention announced by server', 'retention by server']);
    expect(JSON.parse(entries[1]!.counts)).toMatchObject({ KEEP_APPLICATIONS_DAYS: 2 });
  });

  test('nothing of what is removed is left in the embedded store; a large one is left to who chooses the hour', async () => {
    const { parts, clock } = await withData();
    const told: unknown[][] = [];
    let scrubbed = 0;
    const scrub = async () => void (scrubbed += 1);
    const removeAfter = async (days: number, dataDir: string) => {
      clock.now += days * day;
      const info = (...given: unknown[]) => void told.push(given);
      await removeOnSchedule({ ...parts, dataDir, scrub }, { ...silent, info });
    };
    await removeAfter(0, parts.dataDir);
    await removeAfter(1, parts.dataDir);
    expect(scrubbed).toBe(0);
    await removeAfter(200, parts.dataDir);
    expect(scrubbed).toBe(1);
    const large = temporaryFolder();
    await writeFile(join(large, SQLITE_NAME), '');
    await truncate(join(large, SQLITE_NAME), 129 * 1024 * 1024);
    await removeAfter(2000, large);
    expect([scrubbed, told.at(-1)]).toEqual([1, [expect.anything(), expect.stringContaining('npm run privacy -- scrub')]]);
  });

  test('a store in which nothing is that old gets no warning of a removal', async () => {
    const { parts } = await withData();
    const told: unknown[][] = [];
    const tell =
      (level: string) =>
      (...given: unknown[]) =>
        void told.push([level, ...given]);
    await removeOnSchedule(parts, { ...silent, warn: tell('warn'), info: tell('info') });
    expect(told).toEqual([['info', {}, expect.stringContaining('nothing is that old')]]);
  });

  test('a period that is made shorter is told again before it holds; 0 holds for ever', async () => {
    const { parts, stored, clock } = await withData();
    await removeOnSchedule(parts, silent);
    clock.now += 8 * day;
    const shorter = { ...parts, settings: { ...parts.settings, KEEP_MESSAGES_DAYS: 7, KEEP_UNVERIFIED_DAYS: 0 } };
    await removeOnSchedule(shorter, silent);
    expect((await stored()).leads).toHaveLength(8);
    clock.now += day;
    await removeOnSchedule(shorter, silent);
    expect((await stored()).leads).not.toContain('message');
    clock.now += 2000 * day;
    await removeOnSchedule(shorter, silent);
    expect((await stored()).leads).toEqual(['report', 'report']);
  });
});

describe('npm run retention', () => {
  test('shows what is due and removes nothing but what was agreed to', async () => {
    const { parts, stored, clock, store } = await withData({ KEEP_MAILS_DAYS: '5' });
    const [mail] = await readdir(join(parts.dataDir, 'mail'));
    await utimes(join(parts.dataDir, 'mail', mail!), 0, clock.now / 1000 - 6 * 86_400);
    for (const name of (await readdir(join(parts.dataDir, 'mail'))).slice(1))
      await utimes(join(parts.dataDir, 'mail', name), 0, clock.now / 1000);
    const before = await stored();
    const answers: string[] = [];
    const { run } = testContext(retentionCommand, store, { ...parts, ask: async () => answers.shift() });
    expect((await run('--dry-run')).printed).toMatch(/ 1 +Copies of mails.*KEEP_MAILS_DAYS=5/);
    await expect(run()).rejects.toThrow('--yes removes without asking');
    answers.push('no');
    expect((await run()).warned).toBe('Nothing was removed.');
    expect(await stored()).toEqual(before);
    answers.push('1');
    expect((await run()).printed).toContain('Removed.');
    expect(await stored()).toEqual({ ...before, mails: before.mails - 1 });
    expect(JSON.parse((await run('--json')).printed)).toContainEqual(expect.objectContaining({ setting: 'KEEP_MAILS_DAYS', count: 0 }));
  });
});

test('a period that would break what the data is for is refused by name', () => {
  expect(() => readSettings({ KEEP_MAIL_LOG_DAYS: '1' })).toThrow(/KEEP_MAIL_LOG_DAYS=1: 0, or a whole number of days from 2/);
  expect(readSettings({ KEEP_MAIL_LOG_DAYS: '0' }).KEEP_MAIL_LOG_DAYS).toBe(0);
});
