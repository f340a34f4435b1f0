import { describe, expect, onTestFinished, test } from 'vitest';
import { callerFor, callers, dialogWords, FORM_PAGES, paperCaller } from '../../contract/callers.ts';
import { contactForms, INDEPENDENT_INVESTOR, OTHER_ROLE } from '../../contract/forms/contact.ts';
import { soundAnswers } from '../../contract/forms/sound-answers.testing.ts';
import { dialogPlainForm } from '../../contract/forms/plain-form-list.ts';
import { choiceMark, PLAIN_FORM_ALERT, plainFormMarks } from '../../contract/forms/plain-form.ts';
import type { DialogFormType } from '../../contract/form-pages.ts';
import { createApp } from '../compose/app.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import type { BuiltPage } from '../http/site.ts';
import { freshStore } from '../store/store.testing.ts';
import { testApp } from '../testing/app.testing.ts';

const papers = ['paper_method'];
const every = [...callers.keys(), ...papers];
const headers = { accept: 'text/html,application/xhtml+xml', 'content-type': 'application/x-www-form-urlencoded' };

/** A minimal page of a form type: its words, and the placeholders of each field. */
function bare(type: DialogFormType): BuiltPage {
  const { form } = dialogPlainForm(type);
  const fields = form.fields.map(({ field }) => {
    const { value, error, invalid } = plainFormMarks(field);
    const options = form.catalogue[field]!.options?.map((option, i) => `<option ${choiceMark(field, i)}="" value="${option.value}">`) ?? [];
    return `<input name="${field}" value="${value}" aria-invalid="${invalid}">${options.join('')}<p>${error}</p>`;
  });
  const html = `<h1>${form.title}</h1><p>${form.intro}</p><p class="alert">${PLAIN_FORM_ALERT}</p>${fields.join('')}<button>${form.submit}</button>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, etag: '"x"', body: Buffer.from(html) };
}

async function setUp(limited = false) {
  const store = await freshStore();
  const { context } = await testApp(store);
  const pages = new Map(context.site.pages);
  for (const type of ['bookademo', 'insights_cu', 'generic', 'portfolios_cu'] as const)
    pages.set(dialogPlainForm(type).paths.refused, bare(type));
  const topics = { ...context.topics, name: async (_: unknown, { id }: { id: string }) => names[id] };
  const app = await createApp({ ...context, topics, site: { ...context.site, pages }, limits: createRateLimits(limited) });
  onTestFinished(() => app.close());
  return {
    store,
    get: (path: string) => app.inject({ url: FORM_PAGES + path, headers: { accept: headers.accept } }),
    post: (path: string, fields: Record<string, string>, more: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: FORM_PAGES + path,
        payload: new URLSearchParams(fields).toString(),
        headers: { ...headers, ...more },
      }),
    leads: () => store.db.selectFrom('leads').selectAll().execute(),
  };
}

const names: Record<string, string> = { method: 'How <we> measure', dynamic: 'Cognitive Dynamic' };

/** Valid answers as a browser sends them: every field of the form, empty ones too. */
function sound(caller: string): Record<string, string> {
  const type = callerFor(caller).form;
  const empty = Object.fromEntries(contactForms[type].fields.map(({ field }) => [field, '']));
  return { ...empty, ...soundAnswers(contactForms[type], { email: 'ada@example.com' }) };
}

describe('a form of the dialog as a page', () => {
  test('is stored as its caller’s, with its mail, and leads to the page that says thank you', async () => {
    const { post, leads, store } = await setUp();
    for (const caller of every) {
      const answer = await post(`/${caller}`, sound(caller));
      expect([caller, answer.statusCode, answer.headers.location]).toEqual([caller, 303, '/form/sent']);
    }
    const stored = await leads();
    expect(stored.map(({ caller }) => caller).toSorted()).toEqual(every.toSorted());
    for (const lead of stored) {
      expect([lead.form, lead.suspected_spam]).toEqual([callerFor(lead.caller).form, 0]);
      expect(JSON.parse(lead.attribution)).toEqual({ page: `/form/${lead.caller}` });
    }
    expect(await store.db.selectFrom('jobs').select('name').execute()).not.toEqual([]);
  });

  test('comes back with what was typed where the store is down', async () => {
    const { post, get, store } = await setUp();
    await store.close();
    const answer = await post('/home_bad', sound('home_bad'));
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.body).toContain('Something went wrong... Please try again later');
    expect(answer.body).toContain(`value="${sound('home_bad').email}"`);
    expect((await get('/home_bad')).statusCode).toBe(200);
  });
});

test('each has its caller’s words and nothing that is wrong', async () => {
  const { get } = await setUp();
  for (const caller of callers.keys()) {
    const answer = await get(`/${caller}`);
    const { title, submit } = dialogWords(callerFor(caller));
    expect([answer.statusCode, answer.headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(answer.body).toContain(`<h1>${title}</h1>`);
    expect(answer.body).toContain(`<button>${submit}</button>`);
    expect(answer.body).toContain('<p class="alert"></p>');
    expect(answer.body).not.toMatch(/__[A-Z]|aria-invalid="true"/);
  }
});

test('is made once for everybody where it names nothing, and as often as a limit lets it where it does', async () => {
  const { get } = await setUp(true);
  const [first, again] = [await get('/insights_cu'), await get('/insights_cu')];
  expect([again.headers.etag, again.headers['cache-control'], again.body]).toEqual([expect.any(String), 'no-cache', first.body]);
  const named = [];
  for (let n = 0; n < 125; n += 1) named.push((await get(`/portfolios_cu?about=none-${n}`)).statusCode);
  expect(named).toEqual(named.map((_, n) => (n < 120 ? 200 : 429)));
  expect((await get('/portfolios_cu')).statusCode).toBe(200);
});

test('says what it is about, as text, and keeps it', async () => {
  const { get, post, leads } = await setUp();
  expect((await get(`/${paperCaller('method')}`)).body).toContain('Get “How &#60;we&#62; measure”');
  const address = '/portfolios_cu?about=dynamic';
  expect((await get(address)).body).toContain('<h1>Ask about Cognitive Dynamic</h1>');
  const refused = await post(address, { ...sound('portfolios_cu'), email: 'x' });
  expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('<h1>Ask about Cognitive Dynamic</h1>')]);
  expect((await post(address, sound('portfolios_cu'))).statusCode).toBe(303);
  expect((await leads())[0]!.about).toContain('Cognitive Dynamic');
});

test('takes what its conditional fields say only where they are asked for', async () => {
  const { post, leads } = await setUp();
  const fields = { ...sound('home_bad'), otherRole: 'Actuary', netWorth: '10M+' };
  const first = await post('/home_bad', { ...fields, role: OTHER_ROLE, email: 'x' });
  expect(first.body).toContain('name="otherRole" value="Actuary"');
  expect(first.body).toContain(`<option selected="" value="${OTHER_ROLE}">`);
  expect(first.body.match(/selected=/g)).toHaveLength(2);
  await post('/home_bad', { ...fields, role: OTHER_ROLE });
  await post('/home_bad', { ...fields, role: INDEPENDENT_INVESTOR, company: '' });
  const kept = (await leads()).map(({ answers }) => JSON.parse(answers) as Record<string, string>);
  expect(kept.map(({ role, netWorth }) => [role, netWorth])).toEqual([
    [`${OTHER_ROLE}: Actuary`, undefined],
    [INDEPENDENT_INVESTOR, '10M+'],
  ]);
  const missing = await post('/home_bad', { ...fields, role: INDEPENDENT_INVESTOR, netWorth: '' });
  expect([missing.statusCode, missing.body]).toEqual([422, expect.stringContaining('The net worth is required')]);
});

test.each(['/nobody', '/0', '/paper_unknown', '/generic', '/insights-cu'])('there is no form at %s', async (path) => {
  const { get } = await setUp();
  expect((await get(path)).statusCode).toBe(404);
});

test('a page elsewhere cannot send it', async () => {
  const { post, leads } = await setUp();
  expect((await post('/home_bad', sound('home_bad'), { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  expect((await post('/home_bad', sound('home_bad'), { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(303);
  expect(await leads()).toHaveLength(1);
});

test('one too many in a minute is told so, and nothing typed is repeated', async () => {
  const { post } = await setUp(true);
  for (let i = 0; i < 60; i += 1) await post('/home_bad', { email: 'x' });
  const answer = await post('/home_bad', sound('home_bad'));
  expect([answer.statusCode, Number(answer.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  expect(answer.body).not.toContain(sound('home_bad').email);
});
