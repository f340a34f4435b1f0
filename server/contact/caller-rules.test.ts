import { describe, expect, test } from 'vitest';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { testApp, validBodies } from '../testing/app.testing.ts';

describe('a form', () => {
  test('of an unknown caller takes and keeps every field of the catalogue, and requires three', async () => {
    const store = await freshStore();
    const { app } = await testApp(store);
    const send = (caller: string, payload: object) => app.inject({ method: 'POST', url: `/www/forms/${caller}`, payload });
    const { name, surname, email } = validBodies.bookademo;
    const person = { name, surname, email };
    const more = { phone: '+39 02 1234567', role: 'Other: Quant', netWorth: '10M+', company: '3M', message: 'Hello?' };
    for (const caller of ['0', 'somewhere_new']) {
      for (const body of [
        person,
        ...Object.entries(more).map(([field, value]) => ({ ...person, [field]: value })),
        { ...person, ...more },
      ]) {
        const answer = await send(caller, body);
        expect([body, answer.statusCode]).toEqual([body, 201]);
        const { id } = answer.json<{ id: string }>();
        const lead = await store.db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        expect([lead.form, JSON.parse(lead.answers)]).toEqual(['default', body]);
      }
      for (const field of Object.keys(person)) {
        const answer = await send(caller, { ...person, ...more, [field]: '' });
        expect([answer.statusCode, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([422, [field]]);
      }
    }
  });

  testOnStores('of three answers that a password manager filled is a person’s after a second, a longer one is not', async () => {
    const store = await freshStore();
    const { app } = await testApp(store, { MIN_FILL_MS: '2000' });
    const { name, surname, email } = validBodies.bookademo;
    const suspected = async (caller: string, payload: object) => {
      const { id } = (await app.inject({ method: 'POST', url: `/www/forms/${caller}`, payload })).json<{ id: string }>();
      return (await store.db.selectFrom('leads').select('suspected_spam').where('id', '=', id).executeTakeFirstOrThrow()).suspected_spam;
    };
    expect(await suspected('portfolios_cu', { name, surname, email, elapsed: 1000 })).toBe(0);
    expect(await suspected('portfolios_cu', { name, surname, email, elapsed: 800 })).toBe(1);
    expect(await suspected('home_bad', { ...validBodies.bookademo, elapsed: 1000 })).toBe(1);
    expect(await suspected('home_bad', { ...validBodies.bookademo, elapsed: 2000 })).toBe(0);
  });
});
