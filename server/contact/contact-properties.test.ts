import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../contract/api.ts';
import { callerFor, callers } from '../../contract/callers.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { fromWire, validate } from '../../contract/forms/form.ts';
import { sharedApp, validBodies } from '../testing/app.testing.ts';
import { openStore, type Store } from '../store/store.ts';
import { propertyRuns } from '../testing/property-runs.testing.ts';

let dataDir: string;
let store: Store;
let app: Awaited<ReturnType<typeof sharedApp>>['app'];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'properties-'));
  store = await openStore({ dataDir, log: pino({ level: 'silent' }) });
  await store.migrate();
  ({ app } = await sharedApp(store));
});

afterAll(async () => {
  await app.close();
  await store.close();
  await rm(dataDir, { recursive: true });
});

const callerIds = fc.constantFrom(...callers.keys(), 'paper_method', '0', 'nobody_declared');
const names = [...new Set(Object.values(contactForms).flatMap((form) => form.fields.map((use) => use.field)))];
const options = Object.values(contactForms.bookademo.catalogue).flatMap((field) => (field.options ?? []).map((option) => option.value));

const nasty = fc.constantFrom(
  '\u0000',
  'a\r\nBcc: x@example.com',
  '<script>alert(1)</script>',
  "'; drop table leads; --",
  '=1+1',
  '\ud800',
  '\u202egnp',
  'Other: x',
  'Other:',
  '+39',
  '😀'.repeat(200),
  'x'.repeat(20_000),
  '__proto__',
  '${7*7}',
  '%00',
  '../../etc/passwd',
);
const plausible = fc.constantFrom(
  'Ada',
  'Renée O’Neil-Müller',
  'ada@example.com',
  '+39 (02) 123.45/67-8',
  'How are the figures computed?',
  ...options,
);
const text = fc.oneof(plausible, plausible, nasty, fc.string({ unit: 'binary' }));
const value = fc.oneof({ weight: 8, arbitrary: text }, { weight: 1, arbitrary: fc.jsonValue() });
const anyBody = fc.dictionary(fc.constantFrom(...names, 'attribution', 'website', 'elapsed', 'unknown', '__proto__', 'constructor'), value);
const nearBody = fc
  .tuple(fc.constantFrom(...Object.values(validBodies)), fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 2 }))
  .map(([body, change]) => ({ ...body, ...change }));

describe('the server', () => {
  test('accepts what the contract accepts, and refuses the rest with the same messages', async () => {
    let acceptances = 0;
    await fc.assert(
      fc.asyncProperty(callerIds, fc.oneof(anyBody, nearBody), async (caller, given) => {
        const body = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
        const answer = await app.inject({ method: 'POST', url: `/cognitivepro/forms/${caller}`, payload: body });
        const row = callerFor(caller);
        const form = contactForms[row.form];
        const expected = validate(form, fromWire(form, withoutPoison(body)));
        if (expected.ok) {
          acceptances += 1;
          expect(answer.statusCode).toBe(201);
          const stored = await store.db
            .selectFrom('leads')
            .select('answers')
            .where('id', '=', answer.json<{ id: string }>().id)
            .executeTakeFirstOrThrow();
          const again = validate(form, fromWire(form, JSON.parse(stored.answers) as Record<string, unknown>));
          expect(again).toEqual(expected);
        } else {
          expect(answer.statusCode).toBe(422);
          expect(answer.json<Problem>().errors).toEqual(expected.errors);
        }
      }),
      propertyRuns(240),
    );
    expect(acceptances).toBeGreaterThan(20);
  });

  test('answers whatever it is sent with a refusal of its own, never with a fault', async () => {
    const types = fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data',
      'application/json; charset=utf-16',
      '',
    );
    const urls = fc.oneof(
      fc.constantFrom('/cognitivepro/forms/home_bad', '/verify', '/verify/resend', '/', '/openapi.json', '/healthz'),
      fc.webPath().map((path) => `/${path}`),
    );
    await fc.assert(
      fc.asyncProperty(
        urls,
        fc.constantFrom('POST', 'GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'),
        types,
        fc.oneof(fc.string({ unit: 'binary' }), fc.json()),
        async (url, method, type, payload) => {
          const answer = await app.inject({ method: method as 'POST', url, payload, headers: type === '' ? {} : { 'content-type': type } });
          expect(answer.statusCode).toBeLessThan(500);
          expect(answer.body).not.toMatch(/\bat .*\.ts:\d+/);
          if (answer.statusCode >= 400 && method === 'POST' && !url.startsWith('/verify')) {
            expect(answer.headers['content-type']).toContain('application/problem+json');
          }
          expect(answer.headers['x-content-type-options'] ?? 'nosniff').toBe('nosniff');
        },
      ),
      propertyRuns(160),
    );
  });
});

/** Removes the two keys that could change an object's prototype, as the server does when it parses a body. */
function withoutPoison(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== '__proto__' && key !== 'constructor'));
}
