import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testApp, validBodies } from '../testing/app.testing.ts';
import { freshStore } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { supersedeLinks, issueToken } from '../leads/confirmation/confirm-link.ts';

const form = '/cognitivepro/forms/home_bad';

let store: Store;
let app: Awaited<ReturnType<typeof testApp>>['app'];
let clock: { now: number };

beforeEach(async () => {
  store = await freshStore();
  ({ app, clock } = await testApp(store));
});

afterEach(() => app.close());

/** Where the time of a demo is chosen, with a link of one's own. */
const CHOOSES = expect.stringMatching(/^\/meeting\?token=[\w-]{43}&confirmed=yes$/) as string;

describe('a form', () => {
  test('is stored with its consent, its history and its verification mail', async () => {
    const answer = await send(form, { ...validBodies.bookademo, attribution: { page: '/', utm: { source: 'ft' } } });
    expect(answer.statusCode).toBe(201);
    const { id } = answer.json<{ id: string }>();
    const lead = await store.db.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
    expect(lead).toMatchObject({ id, form: 'bookademo', caller: 'home_bad', status: 'unverified', suspected_spam: 0 });
    expect(JSON.parse(lead.answers)).toEqual(validBodies.bookademo);
    expect(JSON.parse(lead.attribution)).toEqual({ page: '/', utm: { source: 'ft' } });
    const consent = await store.db.selectFrom('consents').selectAll().executeTakeFirstOrThrow();
    expect(consent).toMatchObject({ lead_id: id, action: 'asked', page: '/', at: clock.now });
    expect(await jobNames()).toEqual(['leads.verification-mail']);
  });

  test('is refused with the message of every field, and nothing is stored', async () => {
    const answer = await send(form, { name: '1', role: 'Pirate' });
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({
      title: 'Some errors in your form.',
      errors: {
        name: 'The name must contain only letters, spaces, hyphens, or apostrophes',
        surname: 'The surname must contain only letters, spaces, hyphens, or apostrophes',
        email: 'Invalid email address',
        phone: 'Invalid phone number',
        role: 'The role is required',
        company: 'The company is required',
      },
    });
    expect(await count('leads')).toBe(0);
  });

  test('of an unknown product is 404, of an unknown caller the default one, of a malformed caller 404', async () => {
    expect((await send('/elsewhere/forms/home_bad', validBodies.bookademo)).statusCode).toBe(404);
    expect((await send('/www/forms/somewhere_new', { ...validBodies.generic, message: undefined })).statusCode).toBe(201);
    expect((await send(`/www/forms/${'x'.repeat(65)}`, validBodies.generic)).statusCode).toBe(404);
    expect((await send('/www/forms/a%20b', validBodies.generic)).statusCode).toBe(404);
  });

  test('with the honeypot filled is kept, marked, answered as usual, and nothing is sent', async () => {
    const filled = await send(form, { ...validBodies.bookademo, website: 'https://spam.example' });
    const fast = await send(form, { ...validBodies.bookademo, elapsed: 10 });
    expect([filled.statusCode, fast.statusCode]).toEqual([201, 201]);
    const leads = await store.db.selectFrom('leads').select(['suspected_spam']).execute();
    expect(leads).toEqual([{ suspected_spam: 1 }, { suspected_spam: 1 }]);
    expect(await count('jobs')).toBe(0);
  });

  test.each([
    ['malformed JSON', '{"name":', 'application/json', 400],
    ['no object', '[1]', 'application/json', 400],
    ['nothing', '', 'application/json', 400],
    ['another type', '<a/>', 'text/xml', 415],
    ['a form of a foreign page', 'name=Ada&email=ada@example.com', 'application/x-www-form-urlencoded', 415],
    ['too much', JSON.stringify({ name: 'x'.repeat(70_000) }), 'application/json', 413],
  ])('whose body is %s is refused as a problem', async (_, payload, type, status) => {
    const answer = await app.inject({ method: 'POST', url: form, payload, headers: { 'content-type': type } });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({ status });
  });

  test('cannot be asked for by another method', async () => {
    const answer = await app.inject({ method: 'DELETE', url: '/' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('an Idempotency-Key', () => {
  const headers = { 'idempotency-key': '"a-key"' };

  test('sent again brings the first answer, and one lead', async () => {
    const [first, second] = [await send(form, validBodies.bookademo, headers), await send(form, validBodies.bookademo, headers)];
    expect(second.json()).toEqual(first.json());
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect([await count('leads'), await count('jobs')]).toEqual([1, 1]);
  });

  test('sent many times at once brings one lead', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(form, validBodies.bookademo, headers)));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 201));
    expect(await count('leads')).toBe(1);
  });

  test('with another body is refused', async () => {
    await send(form, validBodies.bookademo, headers);
    const answer = await send(form, { ...validBodies.bookademo, name: 'Grace' }, headers);
    expect(answer.statusCode).toBe(422);
    expect(await count('leads')).toBe(1);
  });

  test('of a refused body is free for the mended one', async () => {
    expect((await send(form, { name: '1' }, headers)).statusCode).toBe(422);
    expect((await send(form, validBodies.bookademo, headers)).statusCode).toBe(201);
  });

  test('that cannot be one is refused', async () => {
    expect((await send(form, validBodies.bookademo, { 'idempotency-key': 'ä'.repeat(3) })).statusCode).toBe(400);
    expect((await send(form, validBodies.bookademo, { 'idempotency-key': 'x'.repeat(256) })).statusCode).toBe(400);
  });
});

describe('a link', () => {
  test('read changes nothing, however often and by whatever', async () => {
    const { token } = await leadWithLink();
    for (const method of ['HEAD', 'GET', 'GET'] as const) {
      const answer = await app.inject({ method, url: `/verify?token=${token}` });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    }
    expect(await statusOfLead()).toBe('unverified');
  });

  test('pressed verifies once, and leads where its caller says, every time', async () => {
    const { token } = await leadWithLink();
    for (const _ of [1, 2, 3]) {
      const answer = await press(token);
      expect([answer.statusCode, answer.headers.location]).toEqual([303, CHOOSES]);
    }
    // Later the page says only that it is done.
    clock.now += 15 * 60_000;
    expect((await press(token)).headers.location).toBe('/formsent');
    expect(await statusOfLead()).toBe('verified');
    expect((await jobNames()).toSorted()).toEqual(['leads.meeting-mail', 'leads.staff-notice', 'leads.verification-mail']);
    const consents = await store.db.selectFrom('consents').select(['action', 'at']).orderBy('at').execute();
    expect(consents.map((consent) => consent.action)).toEqual(['asked', 'confirmed']);
  });

  test('pressed at once by two is confirmed once', async () => {
    const { token } = await leadWithLink();
    const answers = await Promise.all([press(token), press(token), press(token)]);
    expect(answers.map((answer) => answer.headers.location)).toEqual([CHOOSES, CHOOSES, CHOOSES]);
    expect(await count('jobs')).toBe(3);
  });

  test('that is used, expired, superseded, tampered with or unknown is explained', async () => {
    const first = await leadWithLink();
    clock.now += 1000;
    const second = await store.begin(async (tx) => {
      const token = await issueToken(tx, { lead: { id: first.id, email_key: 'ada@example.com' }, now: clock.now, hours: 72 });
      await supersedeLinks(tx, { key: 'ada@example.com', before: clock.now, at: clock.now });
      return token;
    });
    expect(await page(`/verify?token=${first.token}`)).toEqual([410, '/verify/superseded']);
    expect(await page(`/verify?token=${second.startsWith('A') ? 'B' : 'A'}${second.slice(1)}`)).toEqual([404, '/verify/unknown']);
    expect(await page('/verify')).toEqual([404, '/verify/unknown']);
    clock.now += 72 * 3_600_000;
    expect(await page(`/verify?token=${second}`)).toEqual([410, '/verify/expired']);
    expect((await press(second)).statusCode).toBe(410);
    expect(await statusOfLead()).toBe('unverified');
  });

  test('that was used says so, and leads on', async () => {
    const { token } = await leadWithLink();
    await press(token);
    const answer = await app.inject({ url: `/verify?token=${token}` });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<h1>/verify/used</h1>');
    expect(answer.body).toContain('href="/formsent"');
  });

  test('asked for again is answered the same for known and unknown addresses', async () => {
    await leadWithLink();
    const answers = [];
    for (const email of ['ada@example.com', 'nobody@example.com', 'no address']) {
      answers.push(
        await app.inject({
          method: 'POST',
          url: '/verify/resend',
          payload: new URLSearchParams({ email }).toString(),
          headers: urlencoded,
        }),
      );
    }
    expect(answers.map((answer) => [answer.statusCode, answer.headers.location])).toEqual(answers.map(() => [303, '/verify/sent']));
  });

  test('carries a token as text only', async () => {
    const answer = await app.inject({ url: `/verify?token=${encodeURIComponent('"><script>alert(1)</script>')}` });
    expect(answer.body).not.toContain('<script>');
  });
});

describe('a store that is down', () => {
  test('is answered 503 and never a thank-you; the link says to try again', async () => {
    const { token } = await leadWithLink();
    await store.close();
    const answer = await send(form, validBodies.bookademo);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBeDefined();
    expect(await page(`/verify?token=${token}`)).toEqual([503, '/verify/unavailable']);
    expect((await press(token)).statusCode).toBe(503);
    const health = await Promise.all(['/readyz/forms', '/readyz', '/healthz'].map((url) => app.inject({ url })));
    expect(health.map(({ statusCode }) => statusCode)).toEqual([503, 200, 200]);
  });
});

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };

function send(url: string, payload: object, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url, payload, headers });
}

function press(token: string) {
  return app.inject({ method: 'POST', url: '/verify', payload: new URLSearchParams({ token }).toString(), headers: urlencoded });
}

async function page(url: string): Promise<[number, string]> {
  const answer = await app.inject({ url });
  return [answer.statusCode, /<h1>(.*?)<\/h1>/.exec(answer.body)?.[1] ?? ''];
}

async function leadWithLink(): Promise<{ id: string; token: string }> {
  const { id } = (await send(form, validBodies.bookademo)).json<{ id: string }>();
  return {
    id,
    token: await store.begin((tx) => issueToken(tx, { lead: { id, email_key: 'ada@example.com' }, now: clock.now, hours: 72 })),
  };
}

async function statusOfLead(): Promise<string> {
  return (await store.db.selectFrom('leads').select('status').executeTakeFirstOrThrow()).status;
}

async function jobNames(): Promise<string[]> {
  return (await store.db.selectFrom('jobs').select('name').execute()).map((job) => job.name);
}

async function count(table: 'leads' | 'jobs'): Promise<number> {
  const { n } = await store.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

describe('an API of another origin', () => {
  const origin = 'https://www.example.com';

  test('is open to the pages of the site, and to no others', async () => {
    const { app: api } = await testApp(store, { PUBLIC_URL: origin, API_URL: 'https://api.example.com' });
    const preflight = await api.inject({
      method: 'OPTIONS',
      url: form,
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type,idempotency-key' },
    });
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'content-type,idempotency-key',
    });
    const answer = await api.inject({
      method: 'POST',
      url: form,
      payload: validBodies.bookademo,
      headers: { origin: 'https://evil.example' },
    });
    expect(answer.headers['access-control-allow-origin']).not.toBe('https://evil.example');
    await api.close();
  });
});
