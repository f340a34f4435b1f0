import { describe, expect, test } from 'vitest';
import { testApp } from '../testing/app.testing.ts';
import { multipart } from '../testing/multipart.testing.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';

const url = '/www/contacts';
const valid = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'Engines',
  message: 'Do your agents weave algebraical patterns?\nYours, Ada',
};
const wrong = { name: 'A', email: 'x', subject: 'ab', message: 'short' };
const errors = {
  name: 'Something wrong in your name',
  email: 'This is not a valid email',
  subject: 'Something wrong in your subject',
  message: 'Min 30 chars, max 2000',
};

async function setUp() {
  const store = await freshStore();
  const { app, context, clock } = await testApp(store);
  return { app, context, clock, store, leads: () => store.db.selectFrom('leads').selectAll().execute() };
}

const bodies: Array<[string, (fields: Record<string, string>) => { payload: Buffer | string; headers: Record<string, string> }]> = [
  ['multipart', (fields) => multipart(Object.entries(fields).map(([name, value]) => ({ name, value })))],
  ['JSON', (fields) => ({ payload: JSON.stringify(fields), headers: { 'content-type': 'application/json' } })],
  [
    'urlencoded',
    (fields) => ({ payload: new URLSearchParams(fields).toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  ],
];

describe('a message', () => {
  test.each(bodies)('as %s is stored with its consent and the notice to staff', async (_, body) => {
    const { app, leads, store } = await setUp();
    const fields = { ...valid, attribution: JSON.stringify({ page: '/contacts' }), elapsed: '9000', other: 'x' };
    const answer = await app.inject({ method: 'POST', url, ...body(fields) });
    expect([answer.statusCode, answer.json()]).toEqual([201, { status: 'received', id: expect.any(String) }]);
    const [lead] = await leads();
    expect(lead).toMatchObject({ kind: 'message', form: 'contacts', product: 'www', email: 'ada@example.com' });
    expect([JSON.parse(lead!.answers), JSON.parse(lead!.attribution)]).toEqual([valid, { page: '/contacts' }]);
    expect(await store.db.selectFrom('jobs').select('name').execute()).toEqual([{ name: 'messages.notice' }]);
    expect(await store.db.selectFrom('consents').select('purpose').execute()).toEqual([{ purpose: 'message' }]);
  });

  testOnStores('sent again with its key, in turn and at once, is one message', async () => {
    const { app, leads } = await setUp();
    const send = () => app.inject({ method: 'POST', url, payload: valid, headers: { 'idempotency-key': 'k' } });
    const answers = [await send(), ...(await Promise.all([1, 2, 3, 4].map(send)))];
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await leads()).toHaveLength(1);
    const other = await app.inject({ method: 'POST', url, payload: { ...valid, subject: 'Other' }, headers: { 'idempotency-key': 'k' } });
    expect(other.statusCode).toBe(422);
  });
});

describe('a refusal', () => {
  test.each(bodies)('as %s names every field by its message', async (_, body) => {
    const { app, leads } = await setUp();
    const answer = await app.inject({ method: 'POST', url, ...body(wrong) });
    expect(answer.statusCode).toBe(422);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({ title: 'Some errors in your form.', errors });
    expect(await leads()).toEqual([]);
  });

  test.each<[string, string, string | Buffer, number]>([
    ['malformed JSON', 'application/json', '{', 400],
    ['a list', 'application/json', '[]', 400],
    ['malformed multipart', 'multipart/form-data; boundary=x', '--x\r\n', 400],
    ['another type', 'text/xml', '<a/>', 415],
    ['too much', 'application/json', JSON.stringify({ message: 'x'.repeat(70_000) }), 413],
  ])('of %s is a problem', async (_, type, payload, status) => {
    const { app } = await setUp();
    const answer = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'application/problem+json; charset=utf-8']);
    expect(Object.keys(answer.json<object>()).toSorted()).toEqual(['detail', 'status', 'title', 'type']);
  });

  test('never is one for a real message of full length, in any script', async () => {
    const { app } = await setUp();
    for (const [, body] of bodies) {
      const answer = await app.inject({ method: 'POST', url, ...body({ ...valid, message: '語'.repeat(2000) }) });
      expect(answer.statusCode).toBe(201);
    }
  });
});

test('a filled honeypot keeps the message, marked, and tells nobody', async () => {
  const { app, leads, store } = await setUp();
  const answer = await app.inject({ method: 'POST', url, payload: { ...valid, website: 'x' } });
  expect(answer.statusCode).toBe(201);
  expect(await leads()).toMatchObject([{ suspected_spam: 1 }]);
  expect(await store.db.selectFrom('jobs').select('id').execute()).toEqual([]);
});

test('a file among the fields is passed over', async () => {
  const { app } = await setUp();
  const context = [
    { name: 'file', value: Buffer.alloc(100_000), filename: 'x' },
    ...Object.entries(valid).map(([name, value]) => ({ name, value })),
  ];
  expect((await app.inject({ method: 'POST', url, ...multipart(context) })).statusCode).toBe(201);
});
