import { describe, expect, test } from 'vitest';
import { apiPaths, WORDING } from '../../contract/api.ts';
import * as calls from '../../contract/calls/desk/content-calls.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { PLAIN_FORM_ALERT } from '../../contract/forms/plain-form.ts';
import { PLAIN_FORM_WORDS } from '../../contract/form-pages.ts';
import { soundAnswers } from '../../contract/forms/sound-answers.testing.ts';
import { answersOf, requestOf } from '../leads/lead-columns.ts';
import { answerRows } from '../leads/notice-parts.tsx';
import { givenOf } from '../store/table.ts';
import { leadTables } from '../store/tables/lead-tables.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { answer, testDesk, type SignedIn } from '../testing/desk.testing.ts';
import { shownAnswers } from '../work/lead-page.ts';

const LABEL = 'contactForm.fields.company.label';
const ASKS = 'contactForm.questions.bookademo.message';
const CONSENT = 'contactForm.consent';

async function setUp() {
  const set = await testDesk(await freshStore(), {}, { renderWith: async () => [] as never });
  const { db } = set.context.store;
  const draft = async (who: SignedIn, texts: Readonly<Record<string, string>>) => {
    const { draft: id } = await answer(who, calls.openContentDraft, { title: 'Forms' });
    const { fields } = await answer(who, calls.readContent, {});
    for (const [path, value] of Object.entries(texts)) {
      const seen = fields.find((one) => one.path === path)?.value ?? '';
      await answer(who, calls.changeContent, { draft: id, path, value, seen });
    }
    return id;
  };
  const publish = async (who: SignedIn, id: string) => {
    const { revision } = await answer(who, calls.readContentDraft, { draft: id });
    return who.call(calls.publishContent, { draft: id, revision });
  };
  const say = async (who: SignedIn, texts: Readonly<Record<string, string>>) =>
    expect((await publish(who, await draft(who, texts))).statusCode).toBe(200);
  const post = (payload: object) => set.site.inject({ method: 'POST', url: apiPaths.form('www', 'home_bad'), payload });
  /** Sends a demo request as a page does that knows a version of the words. */
  const send = async (email: string, wording?: number) => {
    const payload = { ...soundAnswers(contactForms.bookademo, { email, company: 'Engines' }), [WORDING]: wording };
    const sent = await post(payload);
    expect([sent.statusCode, sent.body]).toEqual([201, expect.any(String)]);
    return lead(email);
  };
  const lead = (email: string) => db.selectFrom('leads').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  return { ...set, db, draft, publish, say, post, send, lead };
}

describe('the words of a form', () => {
  testOnStores('are kept with each lead as it was asked: at the desk, in notices and in a person’s copy', async () => {
    const { signedIn, say, send, lead } = await setUp();
    const ada = await signedIn('marketing');
    const shipped = await send('first@example.com', undefined);
    await say(ada, {
      [LABEL]: 'Firm or fund',
      'requestWords.demo.request': 'See it at work',
      'contactForm.fields.company.hint': 'As on your card.',
    });
    const asked = await send('second@example.com', 1);
    await say(ada, { [LABEL]: 'Employer' });
    // A lead from an earlier page keeps that page's words; a lead that names a version that never existed gets those that ship.
    const former = await send('third@example.com', 1);
    const [latest, unknown] = [await send('fourth@example.com', 2), await send('fifth@example.com', 999)];
    const label = (row: typeof shipped) => shownAnswers(row).find(({ value }) => value === 'Engines')?.label;
    expect([shipped, asked, former, latest, unknown].map(label)).toEqual([
      'Company',
      'Firm or fund',
      'Firm or fund',
      'Employer',
      'Company',
    ]);
    expect(answerRows(asked).map(([name]) => name)).toContain('Firm or fund');
    expect([requestOf(shipped).request, requestOf(asked).request]).toEqual(['Book a demo', 'See it at work']);
    expect([shipped.asked, (await lead('second@example.com')).form_version]).toEqual([null, 1]);
    expect(givenOf(leadTables.leads, asked)).toMatchObject({ asked: { [LABEL]: 'Firm or fund' } });
  });

  test('that visitors agree to are published by a second person, and kept as they were shown', async () => {
    const { signedIn, draft, publish, send, db } = await setUp();
    const [ada, ben] = [await signedIn('marketing'), await signedIn('marketing')];
    const text = 'By sending this form you agree that we keep your data and pass it to our mail service.';
    const id = await draft(ada, { [CONSENT]: text });
    expect((await publish(ada, id)).statusCode).toBe(403);
    expect((await publish(ben, id)).statusCode).toBe(200);
    const { id: leadId } = await send('agreed@example.com', 1);
    const consents = await db.selectFrom('consents').select(['text', 'text_version']).where('lead_id', '=', leadId).execute();
    expect(consents).toEqual([{ text, text_version: `${contactForms.bookademo.consent.version}, words 1` }]);
  });

  testOnStores(
    'and which questions it asks hold for whoever was shown them: nobody is refused for one that their page did not have',
    async () => {
      const { signedIn, say, post, lead, context } = await setUp();
      const ada = await signedIn('marketing');
      const answers = soundAnswers(contactForms.bookademo, { company: 'Engines' });
      const refused = async (wording: number | undefined, more = {}) => {
        const { statusCode, body } = await post({ ...answers, email: `v${wording}@example.com`, ...more, [WORDING]: wording });
        return statusCode === 201 ? undefined : Object.keys((JSON.parse(body) as { errors: object }).errors);
      };
      await say(ada, { [ASKS]: 'required', 'contactForm.fields.message.label': 'What moves you' });
      // A page from before the question, a present page without an answer to it, and one with an answer.
      expect(await refused(undefined)).toBeUndefined();
      expect(await refused(1)).toEqual(['message']);
      expect(await refused(1, { message: 'Our bonds' })).toBeUndefined();
      const asked = await lead('v1@example.com');
      await say(ada, { [ASKS]: 'hidden' });
      // The answer from a page that still showed the question is kept.
      expect(await refused(1, { message: 'Our funds', email: 'late@example.com' })).toBeUndefined();
      expect(await refused(2, { message: 'smuggled' })).toBeUndefined();
      const [late, now] = [await lead('late@example.com'), await lead('v2@example.com')];
      expect([late, now].map((row) => answersOf(row)['message'])).toEqual(['Our funds', undefined]);
      for (const row of [asked, late]) {
        expect(shownAnswers(row).at(-1)).toMatchObject({ name: 'message', label: 'What moves you' });
        expect(answerRows(row).map(([name]) => name)).toContain('What moves you');
        expect(row.asked).toContain(`"${ASKS}":"required"`);
      }
      expect(context.settings.words).toMatchObject({ [ASKS]: 'hidden' });
    },
  );

  test('cannot ask in a way that no form knows, nor leave out what a form needs', async () => {
    const { signedIn } = await setUp();
    const ada = await signedIn('marketing');
    const { draft } = await answer(ada, calls.openContentDraft, { title: 'Forms' });
    const { fields } = await answer(ada, calls.readContent, {});
    const choices = fields.filter(({ kind }) => kind === 'choice').map(({ path }) => path.split('.').slice(2).join(' '));
    expect(choices).toEqual(expect.arrayContaining(['bookademo message', 'insights_cu phone', 'generic company']));
    expect(choices.filter((name) => /email|surname|bookademo (?:phone|role|company)/.test(name))).toEqual([]);
    const wrong = await ada.call(calls.changeContent, { draft, path: ASKS, value: 'perhaps', seen: 'hidden' });
    expect(wrong.json()).toMatchObject({ errors: { value: expect.stringContaining('Choose one of') } });
    const email = await ada.call(calls.changeContent, { draft, path: ASKS.replace('message', 'email'), value: 'hidden', seen: 'required' });
    expect(email.statusCode).toBe(404);
  });

  test('change no number of another page: only words of questions count', async () => {
    const { signedIn, say, context } = await setUp();
    const ada = await signedIn('marketing');
    await say(ada, { [LABEL]: 'Firm' });
    await say(ada, { 'home.title': 'Forecasts' });
    expect(context.settings.words).toMatchObject({ 'formWords.asked': 1, [LABEL]: 'Firm', 'home.title': 'Forecasts' });
    expect((await answer(ada, calls.readContent, {})).versions.map(({ changed }) => changed)).toEqual([['home.title'], [LABEL]]);
  });

  test('stand in the page of a form without scripts and in its answer, and cannot lose the name of what is asked for', async () => {
    const { signedIn, say, site, context } = await setUp();
    const ada = await signedIn('marketing');
    for (const path of ['/form/generic', '/contacts/refused'])
      Object.assign(context.site.pages.get(path)!, { body: Buffer.from(`<h1>${PLAIN_FORM_WORDS.title}</h1>${PLAIN_FORM_ALERT}`) });
    expect((await site.inject('/form/home_cu')).body).toContain('Contact us');
    await say(ada, { 'callerWords.question.title': 'Write to us', 'formWords.invalid': 'Please look again.' });
    expect((await site.inject('/form/home_cu')).body).toContain('Write to us');
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const refused = await site.inject({ method: 'POST', url: apiPaths.contacts, headers, payload: 'name=A' });
    expect([refused.statusCode, refused.body]).toEqual([422, expect.stringContaining('Please look again.')]);
    const { draft: id } = await answer(ada, calls.openContentDraft, { title: 'Forms' });
    const lost = { draft: id, path: 'callerWords.paper.named.title', value: 'Get it', seen: 'Get “{about}”' };
    expect((await ada.call(calls.changeContent, lost)).json()).toMatchObject({ errors: { value: 'Keep {about}: the site fills it in' } });
  });
});
