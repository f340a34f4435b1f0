import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import account from '../../contract/demo-account.json' with { type: 'json' };
import { apiPaths } from '../../contract/api.ts';
import { dataPaths, type Login } from '../../contract/portfolio.ts';
import { testApp, validBodies } from '../testing/app.testing.ts';
import { loadSamples } from '../insights/sample/samples.ts';
import { freshStore } from '../store/store.testing.ts';
import { propertyRuns } from '../testing/property-runs.testing.ts';

const ODD = [
  '%00',
  '%0d%0a',
  '%ED%A0%80',
  '%zz',
  '..%2f',
  '1969-12-31',
  '0000-01-01',
  '9999-12-31',
  '+010890-01-01',
  '%F0%9F%92%A9',
  "'--",
  '[]',
];
const odd = fc.oneof(fc.constantFrom(...ODD), fc.string({ maxLength: 30 }).map(encoded));
const day = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-'));
const date = fc.oneof(odd, day, fc.constantFrom('-000001-01-01', '+010890-01-01', '2024-01-01 10890', '9999-12-31T23:59Z'));
function queryOf(parameters: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> {
  const entries = Object.entries(parameters).map(([name, value]) =>
    fc.option(
      value.map((one) => `${name}=${one}`),
      { nil: '' },
    ),
  );
  return fc.tuple(...entries).map((pairs) => `?${pairs.filter((pair) => pair !== '').join('&')}`);
}
const text = fc.oneof(
  fc.constantFrom('\0', '\ud800', 'a\0b', '\u202e', '=1', '', ' ', '\r\nBcc: a@b.example'),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const deep = fc.integer({ min: 1, max: 30_000 }).map((levels) => '['.repeat(levels) + ']'.repeat(levels));
const anything: fc.Arbitrary<unknown> = fc.oneof(text, fc.anything({ key: text, maxDepth: 3 }));
const valid = Object.entries(validBodies.bookademo).map(([name, value]) => {
  const field: fc.Arbitrary<unknown> = fc.oneof({ weight: 8, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: anything });
  return [name, field] as const;
});
const json = fc.oneof(
  anything.map((value) => JSON.stringify(value) ?? 'null'),
  deep,
  fc.record({ ...Object.fromEntries(valid), attribution: anything, id: text }).map((body) => JSON.stringify(body)),
  deep.map((value) => `${JSON.stringify(validBodies.bookademo).slice(0, -1)},"attribution":${value}}`),
);

const paths = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('/', '/verify', '/verify/sent', '/contacts', '/jobs', '/openapi.json', '/readyz', '/nowhere'),
      queryOf({ token: odd, position: odd }),
    )
    .map((context) => context.join('')),
  fc
    .tuple(
      fc.constantFrom('/builder/website/portfolio/', '/builder/website/cognitive/portfolio/'),
      fc.oneof(odd, fc.constant('global-trend')),
      queryOf({ date, known: date, analytics: fc.constantFrom('', '1', 'true') }),
    )
    .map((context) => context.join('')),
  fc
    .tuple(
      fc.constantFrom('/builder/website/portfolios/', '/builder/website/cognitive/portfolios/', '/builder/v1/website/papers/'),
      queryOf({ date }),
    )
    .map((context) => context.join('')),
  odd.map((file) => `/resources/papers/${file}.pdf`),
  odd.map((file) => `/${file}`),
  fc.tuple(odd, odd).map(([product, caller]) => `/${product}/forms/${caller}`),
);
const calls = fc.constantFrom(
  '/cognitivepro/forms/home_bad',
  '/www/contacts',
  apiPaths.applications,
  '/www/reports',
  '/cognitivepro/reports',
  '/verify',
  '/verify/resend',
  dataPaths.login,
);

describe('no request is answered as a failure', () => {
  async function setUp() {
    const store = await freshStore();
    await loadSamples(store, Date.UTC(2026, 0, 1));
    const { app } = await testApp(store);
    const login = await app.inject({ method: 'POST', url: dataPaths.login, payload: account });
    const authorization = `Bearer ${login.json<Login>().msg.TOKEN}`;
    return { authorization, statusOf: async (options: InjectOptions) => (await app.inject(options)).statusCode };
  }

  test('whatever is asked for', async () => {
    const { authorization, statusOf } = await setUp();
    await fc.assert(
      fc.asyncProperty(paths, fc.constantFrom<'GET' | 'HEAD' | 'DELETE'>('GET', 'HEAD', 'DELETE'), async (url, method) => {
        expect(await statusOf({ method, url, headers: { authorization } })).toBeLessThan(500);
      }),
      {
        ...propertyRuns(150),
        examples: [
          ...['%00', 'a%00b', 'global-trend%00'].map((id): [string, 'GET'] => [`/builder/website/portfolio/${id}`, 'GET']),
          ...['0000-01-01', '0001-01-01', '1969-12-31', '9999-12-31'].flatMap((one): [string, 'GET'][] => [
            [`/builder/website/portfolio/global-trend?date=${one}`, 'GET'],
            [`/builder/website/portfolio/global-trend?known=${one}`, 'GET'],
            [`/builder/website/portfolios/?date=${one}`, 'GET'],
          ]),
          ['/builder/website/portfolio/global-trend?known=2024-01-01%2010890', 'GET'],
        ],
      },
    );
  });

  test('whatever is sent, with a key or without one', async () => {
    const { statusOf } = await setUp();
    const key = fc.option(fc.uuid(), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(calls, json, key, async (url, payload, id) => {
        const headers = { 'content-type': 'application/json', ...(id && { 'idempotency-key': id }) };
        expect(await statusOf({ method: 'POST', url, headers, payload })).toBeLessThan(500);
      }),
      propertyRuns(100),
    );
  });

  test('whatever a form is sent', async () => {
    const { statusOf } = await setUp();
    await fc.assert(
      fc.asyncProperty(
        calls,
        fc.dictionary(fc.constantFrom('email', 'token', 'name', 'message', 'attribution'), odd),
        async (url, fields) => {
          const payload = Object.entries(fields)
            .map(([name, value]) => `${name}=${value}`)
            .join('&');
          const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
          expect(await statusOf({ method: 'POST', url, headers, payload })).toBeLessThan(500);
        },
      ),
      propertyRuns(100),
    );
  });
});

describe('a request that nobody has to read', () => {
  test.each([
    ['nested too deeply', 400, `{"a":${'['.repeat(32)}${']'.repeat(32)}}`],
    ['nested as deeply as may be', 422, `{"a":${'['.repeat(31)}${']'.repeat(31)}}`],
  ])('%s: %i', async (_, status, payload) => {
    const app = await appOf();
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
    const answer = await app.inject({ method: 'POST', url: '/cognitivepro/forms/home_bad', headers, payload });
    expect(answer.statusCode).toBe(status);
  });

  test.each([
    ['cross-site', 'https://evil.example', 403],
    ['same-site', 'https://blog.example.com', 403],
    ['cross-site', 'null', 403],
    ['cross-site', 'https://www.example.com', 422],
    ['same-origin', 'https://api.example.com', 422],
    ['none', undefined, 422],
    [undefined, undefined, 422],
  ])('sent by a page that is %s of %s: %i', async (site, origin, status) => {
    const app = await appOf({ PUBLIC_URL: 'https://www.example.com' });
    const headers = { ...(site && { 'sec-fetch-site': site }), ...(origin && { origin }) };
    for (const url of ['/www/contacts', '/cognitivepro/forms/home_bad']) {
      const answer = await app.inject({ method: 'POST', url, headers, payload: { name: 'x' } });
      expect([url, answer.statusCode]).toEqual([url, status]);
    }
    for (const url of ['/verify', '/verify/resend']) {
      const asked = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await app.inject({ method: 'POST', url, headers: asked, payload: 'token=x' });
      if (status === 403) expect([url, answer.statusCode]).toEqual([url, 403]);
      else expect([url, answer.statusCode]).not.toEqual([url, 403]);
    }
    expect((await app.inject({ url: '/verify?token=x', headers })).statusCode).toBe(404);
  });

  test.each([
    [apiPaths.applications, 'multipart/form-data'],
    ['/www/reports', 'multipart/form-data'],
    ['/www/contacts', 'multipart/form-data'],
    ['/verify', 'application/x-www-form-urlencoded'],
    ['/cognitivepro/forms/home_bad', 'application/json'],
  ])('of a type that %s does not take: told which it takes', async (url, takes) => {
    const app = await appOf();
    const answer = await app.inject({ method: 'POST', url, headers: { 'content-type': 'text/xml' }, payload: '<a/>' });
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([415, `Send this as ${takes}.`]);
  });

  test('larger than a form may be: the page once more for a person', async () => {
    const app = await appOf();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    const answer = await app.inject({ method: 'POST', url: '/www/contacts', headers, payload: `message=${'x'.repeat(70_000)}` });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
  });
});

function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

async function appOf(env: Record<string, string> = {}) {
  const { app } = await testApp(await freshStore(), env);
  return app;
}
