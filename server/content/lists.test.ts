import { describe, expect, test } from 'vitest';
import * as calls from '../../contract/calls/desk/content-calls.ts';
import type { CallInput } from '../../contract/calls/desk/call.ts';
import { keysIn } from '../../contract/content-lists.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { answer, testDesk, type SignedIn } from '../testing/desk.testing.ts';
import { currentWords } from './words.ts';

const LIST = 'home.points';

async function setUp() {
  const set = await testDesk(await freshStore(), {}, { renderWith: async () => [] as never });
  const { db } = set.context.store;
  const begin = async (who: SignedIn) => (await answer(who, calls.openContentDraft, { title: 'Points' })).draft;
  const edit = (who: SignedIn, draft: string, change: CallInput<typeof calls.changeList>['change'], path = LIST) =>
    who.call(calls.changeList, { draft, path, change });
  const read = async (who: SignedIn, draft: string) => (await answer(who, calls.readContentDraft, { draft })).changed;
  const publish = async (who: SignedIn, draft: string) => {
    const { revision } = await answer(who, calls.readContentDraft, { draft });
    return who.call(calls.publishContent, { draft, revision });
  };
  const shown = async () => Object.fromEntries(Object.entries((await currentWords(db)).words).map(([path, { value }]) => [path, value]));
  return { ...set, begin, edit, read, publish, shown };
}

describe('a list of the site', () => {
  testOnStores('gets an item with words of its own, loses one and is put in another order', async () => {
    const { signedIn, begin, edit, read, publish, shown } = await setUp();
    const ada = await signedIn('marketing');
    const draft = await begin(ada);
    expect((await edit(ada, draft, { kind: 'add', after: '0' })).statusCode).toBe(200);
    const [list] = await read(ada, draft);
    const [first, added = '', last] = keysIn(list?.after) ?? [];
    expect([list?.path, list?.before, first, last]).toEqual([LIST, 'list:0,1', '0', '1']);
    expect((await read(ada, draft)).slice(1)).toMatchObject([
      { path: `${LIST}.${added}.title`, before: '', after: 'One', fault: null },
      { path: `${LIST}.${added}.texts`, after: 'list:0', fault: null },
      { path: `${LIST}.${added}.texts.0`, before: '', after: 'First', fault: null },
    ]);
    const title = { draft, path: `${LIST}.${added}.title`, value: 'Between', seen: 'One' };
    expect((await ada.call(calls.changeContent, title)).statusCode).toBe(200);
    await edit(ada, draft, { kind: 'remove', key: '1' });
    await edit(ada, draft, { kind: 'move', key: added, by: -1 });
    expect((await publish(ada, draft)).json()).toEqual({ version: 1 });
    expect(await shown()).toMatchObject({ [LIST]: `list:${added},0`, [`${LIST}.${added}.title`]: 'Between' });
    const { fields } = await answer(ada, calls.readContent, {});
    expect(fields.find(({ path }) => path === `${LIST}.${added}.title`)).toMatchObject({ value: 'Between', renewed: null });

    const { draft: back } = await answer(ada, calls.openContentDraft, { title: 'Back', version: 0 });
    await publish(ada, back);
    expect((await shown())[LIST]).toBeUndefined();
    const { draft: again } = await answer(ada, calls.openContentDraft, { title: 'Again', version: 1 });
    await publish(ada, again);
    expect(await shown()).toMatchObject({ [LIST]: `list:${added},0`, [`${LIST}.${added}.title`]: 'Between' });
  });

  testOnStores('that two people change at once loses nothing, in one draft or in two', async () => {
    const { signedIn, begin, edit, publish, shown } = await setUp();
    const [ada, ben] = [await signedIn('marketing'), await signedIn('marketing')];
    const [first, second] = [await begin(ada), await begin(ben)];
    const statuses = await Promise.all([edit(ada, first, { kind: 'add', after: '0' }), edit(ben, first, { kind: 'remove', key: '1' })]);
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await edit(ben, second, { kind: 'add', after: '1' });
    expect((await publish(ada, first)).statusCode).toBe(200);
    const [, added] = keysIn((await shown())[LIST]) ?? [];
    expect((await publish(ben, second)).statusCode).toBe(200);
    const keys = keysIn((await shown())[LIST]) ?? [];
    expect([keys.length, keys[0], keys.includes(added ?? ''), keys.includes('1')]).toEqual([3, '0', true, false]);
  });

  test('stays within what the layout holds, and nothing is left of an item that was added and removed again', async () => {
    const { signedIn, begin, edit, read } = await setUp();
    const [ada, sales] = [await signedIn('marketing'), await signedIn('sales')];
    const draft = await begin(ada);
    for (let n = 0; n < 2; n += 1) await edit(ada, draft, { kind: 'add', after: '1' });
    const many = await edit(ada, draft, { kind: 'add', after: '1' });
    expect([many.statusCode, many.json()]).toMatchObject([422, { detail: 'The page has room for 4 at the most' }]);
    const added = (keysIn((await read(ada, draft))[0]?.after) ?? []).filter((key) => key.startsWith('k'));
    for (const key of added) await edit(ada, draft, { kind: 'remove', key });
    expect(await read(ada, draft)).toEqual([]);
    await edit(ada, draft, { kind: 'remove', key: '0' });
    expect((await edit(ada, draft, { kind: 'remove', key: '1' })).json()).toMatchObject({
      detail: 'Leave 1 at least: the page needs them',
    });
    // Refused: paths that are no list, an order of a list that is typed as a text, and roles that may not edit.
    for (const path of ['home', 'home.title', `${LIST}.1.texts`, '__proto__', 'home.points.constructor'])
      expect([path, (await edit(ada, draft, { kind: 'add', after: '0' }, path)).statusCode]).toEqual([path, 404]);
    const typed = { draft, path: LIST, value: 'list:1,0', seen: 'list:1' };
    expect((await ada.call(calls.changeContent, typed)).statusCode).toBe(422);
    expect((await edit(sales, draft, { kind: 'add', after: '0' })).statusCode).toBe(403);
  });
});
