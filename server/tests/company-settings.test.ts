import { describe, expect, test } from 'vitest';
import * as calls from '../../contract/calls/desk/content-calls.ts';
import { companyIn } from '../../contract/company-details.ts';
import { legalLines } from '../../contract/legal-details.ts';
import { bookingPlan } from '../booking/booking-links.ts';
import { named, parseMailbox } from '../kernel/address.ts';
import { followingSettings, settingFields } from '../settings/company-settings.ts';
import { readSettings } from '../settings/settings.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { answer, testDesk, type SignedIn } from '../testing/desk.testing.ts';
import { currentWords, shownValues } from '../content/words.ts';

const HOLIDAYS = { path: 'settings.BOOKING_HOLIDAYS', value: '2026-12-24', seen: '' };

async function setUp(env: Record<string, string> = {}) {
  const set = await testDesk(await freshStore(), env, { renderWith: async () => [] as never });
  const put = async (who: SignedIn, change: { path: string; value: string | null; seen: string }) => {
    const { draft } = await answer(who, calls.openContentDraft, { title: 'Settings' });
    return { draft, answered: await who.call(calls.changeContent, { draft, ...change }) };
  };
  const publish = async (who: SignedIn, draft: string) => {
    const { revision } = await answer(who, calls.readContentDraft, { draft });
    return who.call(calls.publishContent, { draft, revision });
  };
  const field = async (who: SignedIn, path: string) => (await answer(who, calls.readContent, {})).fields.find((one) => one.path === path);
  return { ...set, put, publish, field };
}

describe('settings of the company at the desk', () => {
  testOnStores('are followed once they are published, and an administrator alone changes them', async () => {
    const { context, signedIn, put, publish } = await setUp();
    const [ada, mark] = [await signedIn('admin'), await signedIn('marketing')];
    expect((await put(mark, HOLIDAYS)).answered.statusCode).toBe(403);
    const { draft } = await put(ada, HOLIDAYS);
    expect((await publish(mark, draft)).statusCode).toBe(403);
    expect((await publish(ada, draft)).json()).toEqual({ version: 1 });
    const { words } = await currentWords(context.store.db);
    const shown = shownValues(words, context.contentFields());
    const settings = followingSettings(context.settings, {}, () => shown);
    expect(settings.atDesk).toEqual({ BOOKING_HOLIDAYS: '2026-12-24' });
    expect(bookingPlan(settings)?.holidays).toEqual([{ from: '2026-12-24', until: '2026-12-24' }]);
  });

  test('that the environment sets are locked, unless it says that they are a beginning', async () => {
    const env = { STAFF_MAIL: 'sales@acme.internal', HR_MAIL: 'hr@acme.internal', DESK_DEFAULTS: 'HR_MAIL' };
    const { signedIn, put, field } = await setUp(env);
    const ada = await signedIn('admin');
    const locked = 'STAFF_MAIL is set where the server runs: it is changed there.';
    expect(await field(ada, 'settings.STAFF_MAIL')).toMatchObject({ value: env.STAFF_MAIL, locked });
    const refused = await put(ada, { path: 'settings.STAFF_MAIL', value: 'eve@evil.internal', seen: env.STAFF_MAIL });
    expect(refused.answered.json()).toMatchObject({ errors: { value: locked } });
    expect((await put(ada, { path: 'settings.HR_MAIL', value: 'people@acme.internal', seen: env.HR_MAIL })).answered.statusCode).toBe(200);
    const words = { 'settings.STAFF_MAIL': 'eve@evil.internal', 'settings.HR_MAIL': 'people@acme.internal' };
    const settings = followingSettings(readSettings(env), env, () => words);
    expect([settings.STAFF_MAIL, settings.HR_MAIL]).toEqual([['sales@acme.internal'], ['people@acme.internal']]);
  });

  test('that cannot be are told as the start tells them', async () => {
    const { signedIn, put } = await setUp({
      MAIL_URL: 'smtp://127.0.0.1:1',
      STAFF_MAIL: 'a@b.internal',
      HR_MAIL: 'a@b.internal',
      MAIL_FROM: 'a@b.internal',
      DESK_DEFAULTS: 'all',
    });
    const ada = await signedIn('admin');
    for (const [path, value, reason] of [
      ['settings.BOOKING_HOURS', 'Mon 9-17', 'days with their hours'],
      ['settings.STAFF_MAIL', 'a@b.internal\nBcc: eve@evil.internal', 'characters that cannot be shown'],
      ['settings.STAFF_MAIL', 'sales@cognitivepro.example', 'an address that exists'],
      ['settings.BOOKING_CALENDARS', 'file:///etc/passwd', 'https://'],
    ] as const)
      expect((await put(ada, { path, value, seen: '' })).answered.json().errors.value).toContain(reason);
  });

  test('that are secret are shown to nobody', async () => {
    const { signedIn, put, publish, field } = await setUp();
    const ada = await signedIn('admin');
    const path = 'settings.BOOKING_CALENDARS';
    const { draft } = await put(ada, { path, value: 'https://calendar.example.com/private-1/basic.ics', seen: '' });
    const shown = JSON.stringify(await answer(ada, calls.readContentDraft, { draft }));
    expect([shown.includes('private-1'), shown.includes('***')]).toEqual([false, true]);
    await publish(ada, draft);
    expect(await field(ada, path)).toMatchObject({ value: '***' });
    expect((await put(ada, { path, value: '', seen: '***' })).answered.statusCode).toBe(200);
  });

  test('that a later version cannot read stay as the server was started', () => {
    const settings = followingSettings(readSettings({ BOOKING_DAYS: '' }), {}, () => ({ 'settings.BOOKING_DAYS': 'many' }));
    expect(settings.BOOKING_DAYS).toBe(21);
    expect(settingFields({}).every(({ needs }) => needs === 'settings.change')).toBe(true);
  });
});

test('what staff say of the company is what mails and reports say', () => {
  const words = {
    'company.name': 'Aurora',
    'company.legalName': 'Aurora AG',
    'company.offices.0.city': 'Basel',
    'legal.sampleMark': '',
    'legal.facts.1.1': 'CHE-1',
  };
  const company = companyIn(words);
  expect(company).toMatchObject({ name: 'Aurora', offices: ['Basel, Italy', 'London, UK'] });
  expect(legalLines(company).slice(0, 3)).toEqual(['Aurora AG', expect.stringContaining('Company number'), 'VAT: CHE-1']);
});

test('no name of the company changes the address that mails are from', () => {
  for (const name of ['Eve" <eve@evil.internal>', 'A\\', '<eve@evil.internal>'])
    expect(parseMailbox(named('no-reply@acme.internal', name)).address).toBe('no-reply@acme.internal');
});
