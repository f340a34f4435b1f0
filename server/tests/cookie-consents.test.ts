import { describe, expect, onTestFinished, test } from 'vitest';
import { CONSENT_REVISION, CONSENTS_PATH } from '../../contract/cookie-consent.ts';
import { agreedWords, bannerQuestions } from '../../contract/cookie-words.ts';
import { sealConsents } from '../leads/consents/consent-chain.ts';
import { observations } from '../kernel/observations.ts';
import { consentsCommand } from '../privacy/consents-command.ts';
import { retentionRules } from '../privacy/retention-rules.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { testApp } from '../testing/app.testing.ts';
import { testContext } from '../testing/command.testing.ts';

const ID = '0b9f7f5e-5a3c-4a86-9a0e-0c8f1d9e2a11';
const DAY = 24 * 3_600_000;

describe('choices of cookies', () => {
  testOnStores('what was agreed to is recorded in the words that were shown, and what is withdrawn of it', async () => {
    const { choose, rows, clock } = await site({ GTM_ID: 'GTM-TEST123' });
    const told: string[] = [];
    onTestFinished(observations.cookieConsent.listen(({ purpose, action }) => told.push(`${purpose} ${action}`)));
    const began = clock.now;
    expect(await choose(['measurement', 'marketing'], { banner: true, page: '/about?email=ada@example.com' })).toBe(204);
    clock.now += DAY;
    expect(await choose(['measurement'], { page: '/cookies' })).toBe(204);
    clock.now += DAY;
    expect(await choose([])).toBe(204);
    const words = { banner: false, tags: true, marketing: false };
    const banner = { text: bannerQuestions.tags, page: '/about', at: began, text_version: String(CONSENT_REVISION), choice_id: ID };
    const anew = { ...banner, text: agreedWords('measurement', words), page: '/cookies', at: began + DAY };
    expect(await rows()).toMatchObject([
      { ...banner, action: 'given', purpose: 'measurement' },
      { ...banner, action: 'given', purpose: 'marketing' },
      { ...anew, action: 'given', purpose: 'measurement' },
      { ...banner, action: 'withdrawn', purpose: 'marketing', page: '/cookies', at: began + DAY },
      { ...anew, action: 'withdrawn', purpose: 'measurement', page: '/', at: began + 2 * DAY },
    ]);
    expect(told).toEqual(['measurement given', 'marketing given', 'measurement given', 'marketing withdrawn', 'measurement withdrawn']);
    expect(anew.text).toMatch(/^Measurement: To learn which pages are read[^:]*$/);
    expect(agreedWords('marketing', words)).toContain('No marketing service is connected');
  });

  test('a refusal of everything leaves nothing, and the same choice again is no other one', async () => {
    const { choose, rows, clock } = await site();
    expect(await choose([])).toBe(204);
    expect(await choose(['necessary', 'everything'])).toBe(204);
    expect(await rows()).toEqual([]);
    for (let n = 0; n < 3; n += 1) await choose(['marketing']);
    expect(await rows()).toHaveLength(1);
    await choose(['marketing'], { consentId: ID.replace('0b', '1c') });
    await choose(['marketing'], { revision: CONSENT_REVISION + 1 });
    expect((await rows()).map(({ text_version: version, text }) => [version, text.slice(0, 10)])).toEqual([
      [String(CONSENT_REVISION), 'Marketing:'],
      [String(CONSENT_REVISION), 'Marketing:'],
      [String(CONSENT_REVISION + 1), '(the words'],
    ]);
    clock.now += DAY;
    await choose(['marketing'], { revision: CONSENT_REVISION + 1 });
    expect(await rows()).toHaveLength(4);
  });

  testOnStores('the chain has them, tells where one was changed, and is sound after retention removed them', async () => {
    const { choose, store, clock } = await site();
    await choose(['measurement', 'marketing']);
    clock.now += DAY;
    await choose([]);
    expect(await sealConsents(store, clock.now)).toBe(4);
    const { run } = testContext(consentsCommand, store, { now: () => clock.now });
    expect((await run('verify')).printed).toMatch(/^Sound: 4 entries/);
    expect((await run('show', ID.toUpperCase())).printed.match(/withdrawn|given/g)).toEqual(['withdrawn', 'withdrawn', 'given', 'given']);
    expect((await run('show', ID.replace('0b', '1c'))).printed).toContain('There is no record');
    const rule = retentionRules.KEEP_COOKIE_CONSENTS_DAYS;
    const removed = await rule.remove({ store, files: { remove: async () => true }, dataDir: '', now: () => clock.now }, clock.now);
    expect(removed).toBe(2);
    expect((await run('verify')).printed).toMatch(/^Sound: 6 entries, 2 of them/);
    await store.db.updateTable('cookie_consents').set({ purpose: 'measurement' }).where('purpose', '=', 'marketing').execute();
    expect(await run('verify')).toMatchObject({ code: 1, warned: expect.stringMatching(/the consent of entry \d was changed/) });
  });
});

test('what is no choice, too long or too much is refused, and stores nothing', async () => {
  const { post, rows } = await site({ RATE_LIMIT: 'on' });
  const choice = { consentId: ID, categories: ['marketing'], revision: 1, page: '/' };
  const bad: object[] = [
    {},
    { ...choice, consentId: 'ada@example.com' },
    { ...choice, categories: 'marketing' },
    { ...choice, categories: Array.from({ length: 11 }, () => 'marketing') },
    { ...choice, revision: 1.5 },
    { ...choice, page: 1 },
    { ...choice, banner: 'yes' },
    [choice],
  ];
  for (const body of bad) expect((await post(JSON.stringify(body))).statusCode).toBe(422);
  expect((await post('{')).statusCode).toBe(400);
  expect((await post(JSON.stringify({ ...choice, more: 'x'.repeat(2048) }))).statusCode).toBe(413);
  expect((await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415);
  expect((await post(JSON.stringify(choice), { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).statusCode).toBe(403);
  expect(await rows()).toEqual([]);
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1) statuses.push((await post(JSON.stringify(choice))).statusCode);
  expect([statuses[0], statuses.at(-1)]).toEqual([204, 429]);
});

test('where a provider asks for consent, the provider keeps the record', async () => {
  const { choose, rows } = await site({ CONSENT_ID: '6c7a3e5d-0f1b-4b58-9a52-3f0d8f6f2f11' });
  expect(await choose(['marketing'])).toBe(404);
  expect(await rows()).toEqual([]);
});

async function site(env: Record<string, string> = {}) {
  const store = await freshStore();
  const { app, clock } = await testApp(store, env);
  const post = (payload: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: CONSENTS_PATH, payload, headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers } });
  return {
    store,
    clock,
    post,
    choose: async (categories: string[], more: object = {}) => {
      const body = { consentId: ID, categories: ['necessary', ...categories], revision: CONSENT_REVISION, page: '/', ...more };
      return (await post(JSON.stringify(body))).statusCode;
    },
    rows: () => store.db.selectFrom('cookie_consents').selectAll().orderBy('id').execute(),
  };
}
