import { describe, expect, onTestFinished, test } from 'vitest';
import { PLAIN_FORM_ALERT, plainFormMarks, type PlainForm } from '../../contract/forms/plain-form.ts';
import { messagePlainForm, reportPlainForm } from '../../contract/forms/plain-form-list.ts';
import { limits } from '../../contract/limits.ts';
import { createApp } from '../compose/app.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import type { BuiltPage } from '../http/site.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { testApp } from '../testing/app.testing.ts';

type Case = { declared: PlainForm; valid: Record<string, string>; wrong: Record<string, string>; long: string };

/** `long`: name of the field that takes the longest text. */
const cases: Case[] = [
  {
    declared: messagePlainForm(),
    valid: { name: 'Ada Lovelace', email: 'ada@example.com', subject: 'Engines', message: 'Do your agents weave algebraical patterns?' },
    wrong: { name: 'A', email: 'x', subject: 'ab', message: 'short' },
    long: 'message',
  },
  {
    declared: reportPlainForm(),
    valid: { name: 'Ada', lastname: 'Lovelace', company: 'Engines', phone: '(020) 7946.0018', email: 'ada@example.com' },
    wrong: { name: 'A', lastname: 'L', company: '3M', phone: '12', email: 'x' },
    long: 'company',
  },
];

const headers = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'content-type': 'application/x-www-form-urlencoded',
};

async function withPages({ declared, limited = false }: Pick<Case, 'declared'> & { limited?: boolean }) {
  const store = await freshStore();
  const { context, clock } = await testApp(store);
  const field = (name: string) => {
    const { value, error, invalid } = plainFormMarks(name);
    return `<input name="${name}" value="${value}" aria-invalid="${invalid}"><p>${error}</p>`;
  };
  const html = `<p>${PLAIN_FORM_ALERT}</p>${declared.form.fields.map((use) => field(use.field)).join('')}`;
  const page: BuiltPage = {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    etag: '"x"',
    body: Buffer.from(html),
  };
  const pages = new Map([...context.site.pages, [declared.paths.refused, page] as const]);
  const app = await createApp({ ...context, site: { ...context.site, pages }, limits: createRateLimits(limited) });
  onTestFinished(() => app.close());
  const post = (fields: Record<string, string>, more: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: declared.action,
      payload: new URLSearchParams(fields).toString(),
      headers: { ...headers, ...more },
    });
  return { app, post, store, clock, leads: () => store.db.selectFrom('leads').selectAll().execute() };
}

describe.each(cases)('$declared.form.type without JavaScript', ({ declared, valid, wrong, long }) => {
  test('is stored as it was written, with its page and its mail, and leads to the page that says thank you', async () => {
    const { post, leads, store } = await withPages({ declared });
    const answer = await post({ ...valid, uuid: '', website: '' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, declared.paths.sent]);
    const [lead, ...others] = await leads();
    expect(others).toEqual([]);
    expect([lead!.form, lead!.email, lead!.suspected_spam]).toEqual([declared.form.type, 'ada@example.com', 0]);
    expect(JSON.parse(lead!.answers)).toEqual({ ...valid, ...(valid.phone && { phone: '(020) 79460018' }) });
    expect(JSON.parse(lead!.attribution)).toEqual({ page: declared.paths.form });
    expect(await store.db.selectFrom('jobs').select('name').execute()).toHaveLength(1);
  });

  testOnStores('is one request however often its button is pressed, at once or one after the other, and another one later', async () => {
    const { post, leads, clock } = await withPages({ declared });
    const answers = [...(await Promise.all([post(valid), post(valid), post(valid)])), await post(valid)];
    expect(answers.map(({ statusCode, headers: { location } }) => [statusCode, location])).toEqual(
      answers.map(() => [303, declared.paths.sent]),
    );
    expect(await leads()).toHaveLength(1);
    await post({ ...valid, website: 'x' });
    await post({ ...valid, name: 'Somebody' });
    expect(await leads()).toHaveLength(3);
    clock.now += 600_000;
    expect((await post(valid)).statusCode).toBe(303);
    expect(await leads()).toHaveLength(4);
  });

  testOnStores('is one request within five minutes of its first press, wherever the clock is, also if both come at once', async () => {
    const { post, leads, clock } = await withPages({ declared });
    const mark = Math.ceil(clock.now / 300_000) * 300_000;
    for (const [n, [before, after]] of [
      [1000, 300],
      [1, 298_999],
      [299_000, 999],
      [150_000, 149_999],
    ].entries()) {
      clock.now = mark + n * 3_600_000 - before!;
      await post(valid);
      clock.now += before! + after!;
      expect((await post(valid)).headers.location).toBe(declared.paths.sent);
      expect(await leads()).toHaveLength(n + 1);
      clock.now += 360_000;
    }
    clock.now = mark + 5 * 3_600_000 - 1;
    const before = post({ ...valid, name: 'Twice' });
    clock.now += 1;
    const answers = await Promise.all([before, post({ ...valid, name: 'Twice' }), post({ ...valid, name: 'Twice' })]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
    expect(await leads()).toHaveLength(5);
    // A server whose clock is behind, as another one beside it may be.
    clock.now -= 60_000;
    expect((await post({ ...valid, name: 'Twice' })).statusCode).toBe(303);
    expect(await leads()).toHaveLength(5);
  });

  test('comes back refused with what was typed, as text, and its errors in place', async () => {
    const { post, leads } = await withPages({ declared });
    const answer = await post({ ...wrong, name: '"><script>alert(1)</script>' });
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      422,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(answer.body).not.toContain('<script>');
    expect(answer.body).toContain('Some errors in your form.');
    expect(answer.body).toContain(`<input name="email" value="x" aria-invalid="true"><p>${declared.form.catalogue.email!.missing}</p>`);
    const partly = await post({ ...valid, email: 'x' });
    expect(partly.body).toContain(`<input name="name" value="${valid.name}" aria-invalid="false"><p></p>`);
    expect(await leads()).toEqual([]);
  });

  test('comes back with what was typed where the store is down, and thanks nobody', async () => {
    const { post, store } = await withPages({ declared });
    await store.close();
    const answer = await post(valid);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.body).toContain('Something went wrong. Please retry later.');
    expect(valuesIn(answer.body, declared)).toMatchObject(valid);
  });

  test('what was typed comes back to the letter, also where it looks like one of our marks or a pattern', async () => {
    const { post } = await withPages({ declared });
    const typed = { ...wrong, name: plainFormMarks('email').value, email: '$&', [long]: "$$ $& $' $` costs $1" };
    const answer = await post(typed);
    expect(answer.statusCode).toBe(422);
    expect(valuesIn(answer.body, declared)).toMatchObject(typed);
  });

  test.each([
    ['in letters', 'x', 60_000],
    ['in another script, of which each letter is nine', '\u{6f22}', 7000],
  ])('a text longer than the rule allows comes back whole: %s', async (_, letter, length) => {
    const { post, leads } = await withPages({ declared });
    const typed = { ...valid, [long]: letter.repeat(length) };
    const answer = await post(typed);
    expect(answer.statusCode).toBe(422);
    expect(valuesIn(answer.body, declared)).toMatchObject(typed);
    expect(await leads()).toEqual([]);
  });

  test.each([
    ['as one text', (text: string) => new URLSearchParams({ [long]: text }).toString(), headers['content-type']],
    [
      'in parts',
      (text: string) => `--b\r\nContent-Disposition: form-data; name="${long}"\r\n\r\n${text}\r\n--b--\r\n`,
      'multipart/form-data; boundary=b',
    ],
  ])('a form longer than any is refused in words, and is not repeated: %s', async (_, bodyOf, type) => {
    const { app, leads } = await withPages({ declared });
    const payload = bodyOf('Zxqv'.repeat(limits.jsonBody));
    const answer = await app.inject({ method: 'POST', url: declared.action, payload, headers: { ...headers, 'content-type': type } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('Go back: what you typed is still in your browser, and can be shortened.');
    expect(answer.body).not.toContain('Zxqv');
    expect(answer.body.length).toBeLessThan(2048);
    expect(await leads()).toEqual([]);
  });

  test.each([
    ['quotes', `name=A&email=x&${long}=${'"'.repeat(60_000)}`],
    ['ends of lines', `name=A&email=x&${long}=${'%0A'.repeat(20_000)}`],
    ['marks on one letter', `name=A&email=x&${long}=a${'%CC%81'.repeat(10_000)}`],
    ['fields', Array.from({ length: 10_000 }, (_, n) => `k${n}`).join('&')],
    ['escapes that are none', `${long}=${'%'.repeat(60_000)}`],
  ])('a form as long as is read costs little, whatever is in it: %s', async (_, payload) => {
    const { app } = await withPages({ declared });
    const send = () => app.inject({ method: 'POST', url: declared.action, payload, headers });
    expect((await send()).statusCode).toBe(422);
    let least = Infinity;
    for (let n = 0; n < 10; n += 1) {
      const before = process.cpuUsage();
      await send();
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, user + system);
    }
    // Microseconds of CPU time for the cheapest request, without what a busy machine adds. What a client may send in a minute takes a second.
    expect(least).toBeLessThan(33_000);
  });

  test('one too many in a minute is told when to go back and send what is still in the browser', async () => {
    const { post, leads } = await withPages({ declared, limited: true });
    const answers = [];
    for (let i = 0; i <= 30; i += 1) answers.push(await post(wrong));
    expect(answers.slice(0, 30).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 30 }, () => 422));
    const answer = await post(valid);
    expect([answer.statusCode, Number(answer.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(answer.body).toMatch(/Please wait \d+ seconds. Then go back: what you typed is still in your browser/);
    for (const typed of Object.values(valid)) expect(answer.body).not.toContain(typed);
    expect(await leads()).toEqual([]);
  });

  test('a filled honeypot is thanked as anybody is, kept and marked, and tells nobody', async () => {
    const { post, leads, store } = await withPages({ declared });
    expect((await post({ ...valid, website: 'x' })).statusCode).toBe(303);
    expect(await leads()).toMatchObject([{ suspected_spam: 1 }]);
    expect(await store.db.selectFrom('jobs').select('id').execute()).toEqual([]);
  });

  test('a key that was used for another form is no thank-you', async () => {
    const { post } = await withPages({ declared });
    const key = { 'idempotency-key': 'k' };
    expect((await post(valid, key)).statusCode).toBe(303);
    expect((await post(valid, key)).statusCode).toBe(303);
    const other = await post({ ...valid, name: 'Somebody' }, key);
    expect([other.statusCode, other.body]).toEqual([422, expect.stringContaining('value="Somebody"')]);
  });

  test('whoever asks for JSON gets JSON', async () => {
    const { post } = await withPages({ declared });
    const answer = await post(wrong, { accept: 'application/json, text/html' });
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  test("the refused page's own address is the form's", async () => {
    const { app } = await withPages({ declared });
    const answer = await app.inject(declared.paths.refused);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, declared.paths.form]);
  });
});

function valuesIn(html: string, { form }: PlainForm): Record<string, string> {
  const values = [...html.matchAll(/value="([^"]*)"/g)].map(([, value]) => unescapeHtml(value!));
  return Object.fromEntries(form.fields.map(({ field }, i) => [field, values[i]!]));
}

function unescapeHtml(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
