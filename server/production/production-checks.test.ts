import { describe, expect, test } from 'vitest';
import { readSettingsCall } from '../../contract/calls/desk/settings-calls.ts';
import { givenSettings } from '../settings/given-settings.ts';
import { readSettings } from '../settings/settings.ts';
import { noteBackup } from '../store/data-dir/last-backup.ts';
import { freshStore, temporaryFolder, testOnStores } from '../store/store.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';
import { productionChecks } from './production-checks.ts';
import { readProductionFacts, type ProductionFacts } from './production-facts.ts';

const HOUR = 3_600_000;
const now = Date.UTC(2026, 10, 21, 9);

const ready = {
  PUBLIC_URL: 'https://www.site.internal',
  DESK_URL: 'https://desk.site.internal',
  MAIL_URL: 'smtps://user:a-password@mail.site.internal:465',
  MAIL_FROM: 'site@site.internal',
  STAFF_MAIL: 'sales@site.internal',
  HR_MAIL: 'hr@site.internal',
  OPS_MAIL: 'ops@site.internal',
  TRUST_PROXY: '1',
  BOUNCE_SECRET: 'a-long-random-password',
  BOOKING_HOURS: 'Mon-Fri 09:00-17:00',
  BOOKING_PLACE: 'https://meet.site.internal/demo',
  CLAMD_URL: 'tcp://127.0.0.1:3310',
  SECURITY_CONTACT: 'security@site.internal',
  DESK_PASSKEYS: 'required',
};

const reporting = { day: '2025-03-31', past: [], short: [], isOld: false, next: undefined };

function factsOf(env: Record<string, string>, more: Partial<ProductionFacts> = {}): ProductionFacts {
  const samples = { portfolios: 0, papers: 0, leads: 0 };
  const sound = {
    sampleLegalDetails: false,
    lastBackup: now - HOUR,
    freeMegabytes: 50_000,
    warnings: [],
    alerts: 0,
    reporting,
    administrators: 2,
    withoutPasskey: 0,
  };
  return { settings: readSettings(env), now, store: 'sqlite', samples, ...sound, ...more };
}

const notDone = (facts: ProductionFacts) =>
  productionChecks(facts).flatMap(({ id, state }) => (state === 'done' ? [] : [`${state}: ${id}`]));

describe('what is lacking for production', () => {
  test('is nothing where everything is set', () => {
    expect(notDone(factsOf(ready))).toEqual([]);
  });

  test('is never mended in the code: legal details are replaced at the desk', () => {
    const checks = productionChecks(factsOf(ready, { sampleLegalDetails: true }));
    expect(checks.find(({ id }) => id === 'legal-details')?.mend).toContain('at the desk, under Words');
    expect(checks.filter(({ mend }) => /\bbuild again|contract\//.test(mend))).toEqual([]);
  });

  test.each<[string, Record<string, string>, Partial<ProductionFacts>]>([
    ['lacking: mail-server', { MAIL_URL: '' }, {}],
    ['lacking: public-address', { PUBLIC_URL: 'http://www.site.internal' }, {}],
    ['lacking: desk-address', { DESK_URL: '' }, {}],
    ['lacking: samples', {}, { samples: { portfolios: 3, papers: 0, leads: 0 } }],
    ['advised: reporting-date', {}, { reporting: { ...reporting, day: '2024-12-31', isOld: true } }],
    ['advised: reporting-date', {}, { reporting: { ...reporting, day: '2024-12-31', past: ['a'], next: '2025-03-31' } }],
    ['advised: short-records', {}, { reporting: { ...reporting, short: ['New Fund'] } }],
    ['lacking: legal-details', {}, { sampleLegalDetails: true }],
    ['lacking: backup', {}, { lastBackup: undefined }],
    ['lacking: backup', {}, { lastBackup: now - 25 * HOUR }],
    ['lacking: alerts-address', { OPS_MAIL: '' }, {}],
    ['lacking: alerts', {}, { alerts: 1 }],
    ['lacking: disk', {}, { freeMegabytes: 100 }],
    ['advised: disk', {}, { freeMegabytes: 900 }],
    ['lacking: limits', { RATE_LIMIT: 'off' }, {}],
    ['lacking: proxy', { TRUST_PROXY: '' }, {}],
    ['advised: bounces', { BOUNCE_SECRET: '' }, {}],
    ['advised: meetings', { BOOKING_HOURS: '' }, {}],
    ['advised: meetings', { BOOKING_PLACE: '' }, {}],
    ['advised: meetings', { MEETING_URL: 'https://cal.com/x/demo' }, {}],
    ['advised: scanner', { CLAMD_URL: '' }, {}],
    ['advised: retention', { KEEP_VERIFIED_DAYS: '0' }, {}],
    ['advised: administrators', {}, { administrators: 1 }],
    ['advised: passkeys', {}, { withoutPasskey: 2 }],
    ['advised: passkeys-required', { DESK_PASSKEYS: '' }, {}],
    ['lacking: environment', {}, { warnings: ['MAILURL is no setting'] }],
  ])('%s', (line, env, more) => {
    expect(notDone(factsOf({ ...ready, ...env }, more))).toEqual([line]);
  });

  test('is an administrator before anything else of the desk', () => {
    expect(notDone(factsOf(ready, { administrators: 0 }))).toEqual(['lacking: administrators', 'advised: passkeys']);
  });

  test.each([
    [1, '1 lead, message or application'],
    [300, '300 leads, messages and applications'],
  ])('%i samples are not called leads alone', (leads, found) => {
    const checks = productionChecks(factsOf(ready, { samples: { portfolios: 0, papers: 0, leads } }));
    expect(checks.find(({ id }) => id === 'samples')?.found).toBe(found);
  });

  test('comes first, and names a setting or a command that mends it', () => {
    const checks = productionChecks(factsOf({}));
    expect(checks[0]!.state).toBe('lacking');
    expect(checks.at(-1)!.state).toBe('done');
    for (const { mend, why } of checks) expect([mend, why]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\.$/)]);
  });
});

describe('the settings', () => {
  testOnStores('are shown to administrators, with what was found in the store', async () => {
    const store = await freshStore();
    const DATA_DIR = temporaryFolder();
    const { signedIn } = await testDesk(store, { DATA_DIR });
    const portfolio = { group: 'website', created_at: now, removed_at: null } as const;
    await store.db
      .insertInto('portfolios')
      .values({ ...portfolio, id: 'a', sample: 1 })
      .execute();
    await store.db
      .insertInto('portfolios')
      .values({ ...portfolio, id: 'b', sample: 0 })
      .execute();
    await store.db
      .insertInto('portfolios')
      .values({ ...portfolio, id: 'c', sample: 1, removed_at: now })
      .execute();
    await noteBackup(DATA_DIR, now - 2 * HOUR);
    const admin = await signedIn('admin');
    const { checks } = (await admin.call(readSettingsCall, {})).json<{ checks: { id: string; found: string }[] }>();
    const found = Object.fromEntries(checks.map((check) => [check.id, check.found]));
    expect(found).toMatchObject({
      samples: '1 portfolio',
      backup: 'The last is 2 hours old',
      administrators: 'One',
      passkeys: 'One account has none',
    });
    const facts = await readProductionFacts({
      settings: readSettings({ DATA_DIR }),
      store,
      now,
      env: { MAILURL: 'x' },
      folder: DATA_DIR,
      readReporting: async () => reporting,
    });
    expect(facts).toMatchObject({
      store: store.dialect,
      lastBackup: now - 2 * HOUR,
      warnings: [expect.stringContaining('MAIL_URL may be meant')],
    });
    expect(facts.freeMegabytes).toBeGreaterThan(0);
  });
});

test('a setting is told with where it comes from, and without its secrets', () => {
  const file = {
    MAIL_URL: 'smtps://user:a-password@mail.site.internal:465',
    PORT: '80',
    BOUNCE_SECRET: 'a-long-random-password',
    HOST: '',
  };
  const rows = new Map(givenSettings({ ...file, PORT: '8080' }, file).map((row) => [row.name, row]));
  expect(rows.get('MAIL_URL')).toMatchObject({ source: '.env', value: 'smtps://***@mail.site.internal:465' });
  expect(rows.get('PORT')).toMatchObject({ source: 'environment', value: '8080', initial: '3000' });
  expect(rows.get('BOUNCE_SECRET')).toMatchObject({ source: '.env', value: '***' });
  expect(rows.get('OIDC_CLIENT_SECRET')).toMatchObject({ source: 'default', value: '' });
  expect(rows.get('HOST')).toMatchObject({ source: 'default', value: '127.0.0.1' });
  expect(JSON.stringify([...rows.values()])).not.toMatch(/a-password|a-long-random-password(?! *')/);
});
