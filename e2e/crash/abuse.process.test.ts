import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerFor } from '../../contract/callers.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { fromWire, validate } from '../../contract/forms/form.ts';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask, connect, type ServerAnswer, type Client } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { DEEP, hostile, MARK } from './hostile.ts';
import { makeServerData } from './server-data.ts';
import { openRaw, rawAnswer } from './raw-connection.ts';

let server: RunningServer;
let client: Client;
let clients: Client[];
let next = 0;

beforeAll(async () => {
  // The most detailed log level: what it leaves out, no other level contains.
  server = await startServer({ env: { LOG_LEVEL: 'trace' } });
  clients = Array.from({ length: 8 }, () => connect(server.url));
  client = clients[0]!;
});

afterAll(async () => {
  for (const one of clients) one.close();
  await discard(server);
});

const bodies: Record<string, Record<string, unknown>> = {
  home_bad: demoRequest(`${MARK}@visitors.example`),
  home_cu: { name: 'Ada', surname: 'Lovelace', email: `${MARK}@visitors.example`, phone: '+39 02 1234567', message: `Hello ${MARK}` },
  insights_cu: {
    name: 'Ada',
    surname: 'L',
    email: `${MARK}@visitors.example`,
    role: "I'm an HNWI - Independent Investor",
    netWorth: '10M+',
  },
  portfolios_cu: { name: 'Ada', surname: 'L', email: `${MARK}@visitors.example`, role: `Other: ${MARK}`, company: MARK },
  somewhere_new: { name: 'Ada', surname: 'L', email: `${MARK}@visitors.example`, phone: '02' },
};
/** Keys that are read alike whatever the form, so they are tried with one declared caller and one unknown caller only. */
const extras = ['attribution', 'website', 'elapsed', '__proto__', 'constructor', 'id', 'status', 'unknown'];
const withExtras = new Set(['home_bad', 'somewhere_new']);

describe.each(Object.keys(bodies))('the form of %s', (caller) => {
  const fields = [
    ...new Set([
      ...Object.keys(bodies[caller]!),
      'otherRole',
      'netWorth',
      'message',
      'company',
      'role',
      ...(withExtras.has(caller) ? extras : []),
    ]),
  ];

  test.each(fields)('with %s missing, or of any other kind: the message of the contract, or harmless', async (field) => {
    const bare = { ...bodies[caller] };
    delete bare[field];
    await expectOrderly(caller, 'missing', bare);
    // defineProperty makes an own property even of `__proto__`.
    const attempts = hostile.map(
      ([what, value]) => [what, Object.defineProperty({ ...bare }, field, { value, enumerable: true })] as const,
    );
    await Promise.all(attempts.map(([what, body]) => expectOrderly(caller, `${field}: ${what}`, body)));
  });
});

test('what was taken is stored as plain text, nothing else with it', async () => {
  const data = await makeServerData('sqlite', undefined, server.dataDir);
  const leads = await data.inside((store) => store.db.selectFrom('leads').selectAll().execute());
  expect(leads.length).toBeGreaterThan(500);
  const known = new Set(Object.keys(contactForms.bookademo.catalogue));
  for (const { answers, attribution } of leads) {
    const parsed = JSON.parse(answers) as Record<string, unknown>;
    expect(Object.keys(parsed).filter((name) => !known.has(name))).toEqual([]);
    expect(Object.values(parsed).filter((value) => typeof value !== 'string')).toEqual([]);
    expect(answers + attribution).not.toMatch(/\\u0000|\\r|\\u001b|[\u202a-\u202e]/);
    expect(attribution.length).toBeLessThan(2500);
  }
});

describe('a request', () => {
  const good = JSON.stringify(demoRequest('good@visitors.example'));
  const asJson = { 'content-type': 'application/json' };

  test.each<[what: string, status: number[], method: string, path: string, body?: string, headers?: Record<string, string>]>([
    ['over the limit', [413], 'POST', formPath, JSON.stringify({ ...demoRequest(MARK), message: 'x'.repeat(70_000) }), asJson],
    [
      'of a link over its limit',
      [413],
      'POST',
      '/verify',
      `token=${'x'.repeat(9000)}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    ['as XML', [415], 'POST', formPath, `<name>${MARK}</name>`, { 'content-type': 'text/xml' }],
    ['as plain text', [415], 'POST', formPath, good, { 'content-type': 'text/plain' }],
    ['of no type', [415], 'POST', formPath, good, {}],
    ['of half a type', [415, 400], 'POST', formPath, good, { 'content-type': 'application' }],
    ['of malformed JSON', [400], 'POST', formPath, `{"email":"${MARK}@visitors.example"`, asJson],
    ['of JSON that is a list', [400], 'POST', formPath, `["${MARK}"]`, asJson],
    ['of JSON that is null', [400], 'POST', formPath, 'null', asJson],
    ['of nothing', [400], 'POST', formPath, '', asJson],
    ['of malformed multipart', [400, 415], 'POST', formPath, `--x\r\n${MARK}`, { 'content-type': 'multipart/form-data' }],
    ['with a key that is none', [400], 'POST', formPath, good, { ...asJson, 'idempotency-key': 'a b\tc' }],
    ['with a key that is too long', [400], 'POST', formPath, good, { ...asJson, 'idempotency-key': 'k'.repeat(256) }],
    ['by DELETE', [404, 405], 'DELETE', formPath],
    ['by PUT', [404, 405], 'PUT', formPath, good, asJson],
    ['by PATCH', [404, 405], 'PATCH', '/', good, asJson],
    ['by OPTIONS', [404, 405], 'OPTIONS', formPath],
    ['by TRACE', [404, 405], 'TRACE', '/'],
    ['by POST to a page', [404, 405], 'POST', '/', good, asJson],
    ['to an unknown product', [404], 'POST', '/elsewhere/forms/home_bad', good, asJson],
    ['to a caller that cannot be one', [404], 'POST', `/cognitivepro/forms/${'x'.repeat(65)}`, good, asJson],
    ['to a caller with an escape', [404], 'POST', '/cognitivepro/forms/a%00b', good, asJson],
    ['to half an escape', [400, 404], 'POST', '/cognitivepro/forms/%zz', good, asJson],
    ['for the form as a page', [404, 405], 'GET', formPath, undefined, { accept: 'application/json' }],
  ])('%s is refused as a problem', async (_, statuses, method, path, body, headers) => {
    const answer = await ask(server.url, method, path, body, headers);
    expect(statuses).toContain(answer.status);
    expectProblem(answer);
  });

  test.each([
    ['a file of the system', '/../../../../etc/passwd'],
    ['a file of the product', '/assets/..%2f..%2f..%2fpackage.json'],
    ['the same for Windows', '/..%5c..%5cpackage.json'],
    ['the manifest', '/site.json'],
    ['the settings', '/.env'],
    ['the store', '/store.sqlite'],
    ['a mail', '/mail/x.eml'],
    ['another host', '//evil.example/%2e%2e'],
    ['NUL', '/%00'],
    ['a prototype', '/__proto__'],
    ['a constructor', '/constructor'],
    ['a path without end', `/${'a/'.repeat(2000)}`],
  ])('for %s finds none', async (_, path) => {
    const answer = await ask(server.url, 'GET', path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.text).not.toMatch(/root:[^:]*:0:|"dependencies"|SQLite/);
  });

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHOST: y\r\n\r\n', 400],
    ['a version that it is not', 'GET / HTTP/2.0\r\nHost: x\r\n\r\n', 505],
    [
      'a length and chunks',
      `POST ${formPath} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['a length that is none', `POST ${formPath} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`, 400],
    [
      'a chunk that is none',
      `POST ${formPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['a method of its own', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ])('of %s is refused, and nobody else notices', async (what, text, status) => {
    const answer = await rawAnswer(server.url, text);
    expect(answer.status).toBe(status);
    // Without a Host header Node itself answers, with one line.
    if (what !== 'no host') expectProblem(answer);
    expect((await client.send('GET', '/healthz')).status).toBe(200);
  });

  test('in chunks over the limit is refused', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const head = `POST ${formPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect((await rawAnswer(server.url, head + chunk.repeat(6))).status).toBe(413);
  });
});

test('three hundred visitors who never finish asking hold nobody up', async () => {
  const slow = await Promise.all([
    ...Array.from({ length: 200 }, (_, n) => openRaw(server.url, `GET /?${n} HTTP/1.1\r\nHost: x\r\nX-Slow: `)),
    ...Array.from({ length: 100 }, () =>
      openRaw(server.url, `POST ${formPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`),
    ),
  ]);
  for (let n = 0; n < 20; n += 1) {
    // If a request had to wait for the slow ones, it would time out: the server cuts these off only after three minutes.
    expect((await ask(server.url, 'GET', '/')).status).toBe(200);
    expect((await client.postForm(formPath, demoRequest(`quick${n}@visitors.example`))).status).toBe(201);
    for (const socket of slow) socket.write('x');
  }
  for (const socket of slow) socket.destroy();
});

// The last test, because it checks the log of all requests above.
test('the log tells nothing of what anybody sent, and nothing went wrong', async () => {
  await ask(server.url, 'GET', `/?email=${MARK}@visitors.example`);
  await ask(server.url, 'GET', `/verify?token=${MARK}`);
  const log = server.output();
  expect(log).toContain('"listening"');
  expect(log.split('\n').filter((line) => line.includes(MARK))).toEqual([]);
  expect(log).not.toMatch(/@visitors\.example|Lovelace|Analytical|1234567|search\.example|newsletter/);
  expect(log.split('\n').filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
});

/** Expects 201, or exactly the error messages that the contract defines. */
async function expectOrderly(caller: string, what: string, body: Record<string, unknown>): Promise<void> {
  const answer = await clients[next++ % clients.length]!.postForm(`/cognitivepro/forms/${caller}`, body);
  const row = callerFor(caller);
  const form = contactForms[row.form];
  const wanted = validate(form, fromWire(form, JSON.parse(JSON.stringify(body)) as object));
  if (JSON.stringify(body).length > 64 * 1024) return expect([what, answer.status]).toEqual([what, 413]);
  // `__proto__` is removed while the body is parsed, with everything in it.
  if (what.endsWith(DEEP) && !what.startsWith('__proto__')) return expect([what, answer.status]).toEqual([what, 400]);
  expect([what, answer.status]).toEqual([what, wanted.ok ? 201 : 422]);
  if (wanted.ok) return;
  expectProblem(answer);
  expect(JSON.parse(answer.text)).toMatchObject({ title: 'Some errors in your form.', errors: wanted.errors });
}

function expectProblem({ status, headers, text }: ServerAnswer): void {
  expect(headers['content-type']).toContain('application/problem+json');
  const problem = JSON.parse(text) as Record<string, unknown>;
  expect(problem).toMatchObject({ status, type: 'about:blank', title: expect.stringMatching(/\w/) });
  expect(Object.keys(problem).filter((key) => !['type', 'title', 'status', 'detail', 'errors'].includes(key))).toEqual([]);
  expect(text).not.toMatch(/\bat \S+:\d+|node_modules|\.ts|\.js|Error:|valibot|FST_/);
  expect(text).not.toContain(MARK);
}
