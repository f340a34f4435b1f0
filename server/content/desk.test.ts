import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as calls from '../../contract/calls/desk/content-calls.ts';
import type { CallInput } from '../../contract/calls/desk/call.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { answer, testDesk, type SignedIn } from '../testing/desk.testing.ts';
import { publishDue } from './text-drafts.ts';
import { currentWords } from './words.ts';

const TITLE = 'home.title';

async function setUp(env: Record<string, string> = {}) {
  const set = await testDesk(await freshStore(), env, { renderWith: async () => [] as never });
  const { db } = set.context.store;
  const begin = async (who: SignedIn, title = 'Autumn') => (await answer(who, calls.openContentDraft, { title })).draft;
  const put = (who: SignedIn, draft: string, input: Partial<CallInput<typeof calls.changeContent>>) =>
    who.call(calls.changeContent, { draft, path: TITLE, value: 'Forecasts', seen: 'AI for Investment', ...input });
  const publish = async (who: SignedIn, draft: string, input: Partial<CallInput<typeof calls.publishContent>> = {}) => {
    const { revision } = await answer(who, calls.readContentDraft, { draft });
    return who.call(calls.publishContent, { draft, revision, ...input });
  };
  const shown = async () => Object.fromEntries(Object.entries((await currentWords(db)).words).map(([path, { value }]) => [path, value]));
  return { ...set, db, begin, put, publish, shown };
}

describe('words of the site', () => {
  testOnStores('are drafts until they are published, and can go back to any version', async () => {
    const { signedIn, begin, put, publish, shown, context } = await setUp();
    const ada = await signedIn('marketing');
    const draft = await begin(ada);
    expect((await publish(ada, draft)).json()).toMatchObject({ detail: 'It changes nothing yet.' });
    expect((await put(ada, draft, {})).statusCode).toBe(200);
    expect(await shown()).toEqual({});
    expect(await answer(ada, calls.readContentDraft, { draft })).toMatchObject({
      changed: [{ path: TITLE, before: 'AI for Investment', after: 'Forecasts', overtaken: false, fault: null }],
    });
    expect((await publish(ada, draft)).json()).toEqual({ version: 1 });
    expect(await shown()).toEqual({ [TITLE]: 'Forecasts' });
    const read = await answer(ada, calls.readContent, {});
    expect(read.drafts).toEqual([]);
    expect(read.versions).toMatchObject([{ number: 1, title: 'Autumn', account: ada.accountId, changed: [TITLE] }]);
    expect(read.fields.find(({ path }) => path === TITLE)).toMatchObject({
      value: 'Forecasts',
      shipped: 'AI for Investment',
      renewed: null,
    });

    const { draft: back } = await answer(ada, calls.openContentDraft, { title: 'Back', version: 0 });
    expect((await publish(ada, back)).json()).toEqual({ version: 2 });
    expect(await shown()).toEqual({});
    const { draft: again } = await answer(ada, calls.openContentDraft, { title: 'Again', version: 1 });
    await publish(ada, again);
    expect(await shown()).toEqual({ [TITLE]: 'Forecasts' });

    const actions = await context.store.db.selectFrom('staff_actions').select('action').orderBy('at').execute();
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['change of texts begun', 'text changed in a draft', 'texts published']),
    );
    for (const change of ['update content_versions set title = 1', 'delete from content_versions'])
      await expect(sql.raw(change).execute(context.store.db)).rejects.toThrow();
  });

  test('of a consent are published by somebody else, whatever FOUR_EYES says', async () => {
    const { signedIn, begin, put, publish, shown } = await setUp();
    const [ada, ben] = [await signedIn('marketing'), await signedIn('marketing')];
    const draft = await begin(ada);
    await put(ada, draft, { path: 'consentWords.banner.accept', value: 'Yes to all', seen: 'Accept all' });
    expect((await publish(ada, draft)).statusCode).toBe(403);
    expect((await publish(ben, draft)).statusCode).toBe(200);
    expect(await shown()).toEqual({ 'consentWords.banner.accept': 'Yes to all' });
  });

  testOnStores('of two people in one draft are both kept, and nobody overwrites the other unseen', async () => {
    const { signedIn, begin, put, publish, shown } = await setUp();
    const [ada, ben] = [await signedIn('marketing'), await signedIn('marketing')];
    const draft = await begin(ada);
    await put(ada, draft, {});
    const late = await put(ben, draft, { value: 'Evidence' });
    expect([late.statusCode, late.json()]).toMatchObject([409, { detail: 'A colleague changed this text meanwhile, to: Forecasts' }]);
    expect((await put(ben, draft, { path: 'home.more.href', value: '/contacts', seen: '/insights' })).statusCode).toBe(200);
    expect((await put(ben, draft, { value: 'Evidence', seen: 'Forecasts' })).statusCode).toBe(200);
    await publish(ada, draft);
    expect(await shown()).toEqual({ [TITLE]: 'Evidence', 'home.more.href': '/contacts' });
  });

  testOnStores('that another draft published meanwhile are looked at again', async () => {
    const { signedIn, begin, put, publish, shown } = await setUp();
    const ada = await signedIn('marketing');
    const [first, second] = [await begin(ada, 'First'), await begin(ada, 'Second')];
    await put(ada, first, {});
    await put(ada, second, { value: 'Evidence' });
    await publish(ada, first);
    expect((await publish(ada, second)).json()).toMatchObject({
      title: 'Other words were published meanwhile',
      errors: { [TITLE]: expect.any(String) as string },
    });
    expect(await shown()).toEqual({ [TITLE]: 'Forecasts' });
    expect((await publish(ada, second, { confirmed: [TITLE] })).json()).toEqual({ version: 2 });
    expect(await shown()).toEqual({ [TITLE]: 'Evidence' });
  });

  testOnStores('go public at their time, once, however many servers look', async () => {
    const { signedIn, begin, put, publish, shown, clock, context } = await setUp();
    const ada = await signedIn('marketing');
    const draft = await begin(ada);
    await put(ada, draft, {});
    const at = clock.now + 3_600_000;
    expect((await publish(ada, draft, { at })).json()).toEqual({ version: 0 });
    await publishDue(context.store, at - 1);
    expect(await shown()).toEqual({});
    await Promise.all([publishDue(context.store, at), publishDue(context.store, at)]);
    expect(await shown()).toEqual({ [TITLE]: 'Forecasts' });
    expect((await currentWords(context.store.db)).number).toBe(1);
  });

  testOnStores('stay a draft where their time is past, unless it passes while somebody presses', async () => {
    const { signedIn, begin, put, publish, shown, clock } = await setUp();
    const ada = await signedIn('marketing');
    const draft = await begin(ada);
    await put(ada, draft, {});
    const refused = await publish(ada, draft, { at: clock.now - 365 * 24 * 3_600_000 });
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { errors: { at: 'This time is past' } }]);
    expect([await shown(), await answer(ada, calls.readContentDraft, { draft })]).toMatchObject([{}, { changed: [{ path: TITLE }] }]);
    expect((await publish(ada, draft, { at: clock.now - 60_000 })).json()).toEqual({ version: 1 });
  });

  test('are published by a second person where that is asked, who wrote none of it', async () => {
    const { signedIn, begin, put, publish, shown } = await setUp({ FOUR_EYES: 'on' });
    const [ada, ben] = [await signedIn('marketing'), await signedIn('marketing')];
    const draft = await begin(ada);
    await put(ada, draft, {});
    const own = await publish(ada, draft);
    expect([own.statusCode, own.json()]).toMatchObject([403, { detail: 'You wrote some of it: somebody else publishes it.' }]);
    expect((await publish(ben, draft)).statusCode).toBe(200);
    expect(await shown()).toEqual({ [TITLE]: 'Forecasts' });
  });

  test('are refused where they cannot stand there, are stale, or nobody may change them', async () => {
    const { signedIn, begin, put, publish } = await setUp();
    const [ada, sales] = [await signedIn('marketing'), await signedIn('sales')];
    const draft = await begin(ada);
    expect((await put(ada, draft, { value: 'guaranteed' })).json()).toMatchObject({
      errors: { value: expect.stringContaining('guaranteed') as string },
    });
    expect((await put(ada, draft, { path: 'home.nothing' })).statusCode).toBe(404);
    await put(ada, draft, {});
    expect((await ada.call(calls.publishContent, { draft, revision: 1 })).statusCode).toBe(409);
    expect((await sales.call(calls.readContent, {})).statusCode).toBe(403);
    expect((await ada.call(calls.discardContent, { draft })).statusCode).toBe(200);
    expect((await put(ada, draft, {})).statusCode).toBe(404);
    expect((await ada.call(calls.publishContent, { draft, revision: 2 })).statusCode).toBe(404);
    await expect(publish(ada, draft)).rejects.toThrow();
  });

  test('that would make a page too heavy are refused with its address', async () => {
    const renderWith = async () => [{ path: '/about', html: '', csp: '', bytes: 20_485 }] as never;
    const { signedIn } = await testDesk(await freshStore(), {}, { renderWith });
    const ada = await signedIn('marketing');
    const { draft } = await answer(ada, calls.openContentDraft, { title: 'Heavy' });
    await answer(ada, calls.changeContent, { draft, path: TITLE, value: 'Much', seen: 'AI for Investment' });
    const refused = await ada.call(calls.publishContent, { draft, revision: 2 });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { detail: expect.stringContaining('/about would have 5 bytes more') as string },
    ]);
  });
});
