import { describe, expect, test } from 'vitest';
import { testApp } from '../testing/app.testing.ts';
import { multipart } from '../testing/multipart.testing.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';

const url = '/cognitivepro/reports';
const valid = {
  name: 'Ada',
  lastname: 'Lovelace',
  company: 'Engines',
  phone: '+39 02 1234567',
  email: 'ada@example.com',
  uuid: '0b9f7f5e-5a3c-4a86-9a0e-0c8f1d9e2a11',
};

async function setUp() {
  const store = await freshStore();
  const { app, context } = await testApp(store);
  const send = (fields: Record<string, string>, { path = url, key }: { path?: string; key?: string } = {}) => {
    const { payload, headers } = multipart(Object.entries(fields).map(([name, value]) => ({ name, value })));
    return app.inject({ method: 'POST', url: path, payload, headers: { ...headers, ...(key && { 'idempotency-key': key }) } });
  };
  return { app, context, store, send, leads: () => store.db.selectFrom('leads').selectAll().execute() };
}

describe('a request for the report', () => {
  testOnStores('is stored with its consent and the mail that verifies its address', async () => {
    const { send, leads, store } = await setUp();
    const answer = await send({ ...valid, attribution: JSON.stringify({ page: '/getreport', visitorId: 'other' }), other: 'x' });
    expect([answer.statusCode, answer.json()]).toEqual([201, { status: 'received', id: expect.any(String) }]);
    const [lead] = await leads();
    expect(lead).toMatchObject({ kind: 'report', form: 'report', product: 'cognitivepro', email: 'ada@example.com', status: 'unverified' });
    expect(JSON.parse(lead!.answers)).toEqual(valid);
    expect(JSON.parse(lead!.attribution)).toEqual({ page: '/getreport', visitorId: valid.uuid });
    expect(await store.db.selectFrom('jobs').select('name').execute()).toEqual([{ name: 'leads.verification-mail' }]);
    expect(await store.db.selectFrom('consents').select('text').execute()).toEqual([
      { text: 'By clicking on Submit you agree to receive group updates.' },
    ]);
  });

  test('sent again with its key is one request', async () => {
    const { send, leads } = await setUp();
    const answers = [await send(valid, { key: 'k' }), await send(valid, { key: 'k' })];
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await leads()).toHaveLength(1);
    expect((await send({ ...valid, name: 'Eve' }, { key: 'k' })).statusCode).toBe(422);
  });
});

describe('a refusal', () => {
  test('names every field by its message, and stores nothing', async () => {
    const { send, leads } = await setUp();
    const answer = await send({ name: 'A', lastname: '', company: 'A & B', phone: '12', email: 'x' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      errors: {
        name: 'Something wrong in your name',
        lastname: 'Something wrong in your last name',
        company: 'Something wrong in your company',
        phone: 'This is not a valid phone number',
        email: 'This is not a valid email',
      },
    });
    expect(await leads()).toEqual([]);
  });

  test('of another product, type or method is a 4xx', async () => {
    const { app, send } = await setUp();
    expect((await send(valid, { path: '/nothing/reports' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url, payload: valid })).statusCode).toBe(415);
    expect((await app.inject({ method: 'PUT', url })).statusCode).toBe(404);
  });
});

test('a machine is kept, and gets no mail', async () => {
  const { send, leads, store } = await setUp();
  expect((await send({ ...valid, website: 'https://spam.example' })).statusCode).toBe(201);
  expect(await leads()).toMatchObject([{ suspected_spam: 1 }]);
  expect(await store.db.selectFrom('jobs').select('name').execute()).toEqual([]);
});
