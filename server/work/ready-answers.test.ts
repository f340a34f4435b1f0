import { describe, expect, test } from 'vitest';
import { readReadyAnswers, removeReadyAnswer, saveReadyAnswer } from '../../contract/calls/desk/answer-calls.ts';
import { freshStore, testOnStores } from '../store/store.testing.ts';
import { answer, testDesk, type SignedIn } from '../testing/desk.testing.ts';

const words = { section: 'lead', isShared: true, version: 0, title: 'Thanks', subject: 'Your request', text: 'Hello {name}' } as const;

async function setUp() {
  const { signedIn } = await testDesk(await freshStore());
  const [ada, ben, hanna] = [await signedIn('sales'), await signedIn('sales'), await signedIn('hr')];
  const marketing = await signedIn('marketing');
  const titles = async (who: SignedIn) => (await answer(who, readReadyAnswers, {})).answers.map(({ title }) => title);
  const find = async (who: SignedIn, id: string) => (await answer(who, readReadyAnswers, {})).answers.find((one) => one.id === id);
  return { ada, ben, hanna, marketing, titles, find };
}

describe('ready answers', () => {
  testOnStores('are written, changed, put back and removed, each version kept', async () => {
    const { ada, ben, hanna, titles, find } = await setUp();
    const { id } = await answer(ada, saveReadyAnswer, words);
    expect([(await titles(ben)).includes('Thanks'), (await titles(hanna)).includes('Thanks')]).toEqual([true, false]);
    expect(await answer(ben, saveReadyAnswer, { ...words, id, version: 1, text: 'Dear {name}' })).toEqual({ id, version: 2 });
    expect((await ada.call(saveReadyAnswer, { ...words, id, version: 1, text: 'Late' })).statusCode).toBe(409);
    expect(await find(ada, id)).toMatchObject({ text: 'Dear {name}', earlier: [{ version: 1, text: 'Hello {name}', by: ada.accountId }] });
    expect((await ben.call(removeReadyAnswer, { id, version: 2 })).statusCode).toBe(200);
    expect(await find(ada, id)).toBeUndefined();
    expect((await ada.call(saveReadyAnswer, { ...words, id, version: 3 })).statusCode).toBe(404);
  });

  test('that ship are changed as any other, and what they shipped as is kept', async () => {
    const { ada, hanna, find } = await setUp();
    expect(await find(ada, 'booked')).toMatchObject({ version: 0, booked: true, earlier: [] });
    await answer(ada, saveReadyAnswer, { ...words, id: 'booked', text: 'See you on {when}' });
    expect(await find(ada, 'booked')).toMatchObject({
      version: 1,
      booked: true,
      text: 'See you on {when}',
      earlier: [{ version: 0, by: null }],
    });
    const kept = await hanna.call(removeReadyAnswer, { id: 'rejection', version: 0 });
    expect([kept.statusCode, (await ada.call(removeReadyAnswer, { id: 'no-fit', version: 0 })).statusCode]).toEqual([422, 200]);
  });

  test('of one person are nobody else’s, and those of another section neither', async () => {
    const { ada, ben, hanna, titles } = await setUp();
    const { id } = await answer(ada, saveReadyAnswer, { ...words, isShared: false });
    expect([(await titles(ada)).includes('Thanks'), (await titles(ben)).includes('Thanks')]).toEqual([true, false]);
    for (const call of [saveReadyAnswer, removeReadyAnswer] as const)
      expect((await ben.call(call, { ...words, id, version: 1 })).statusCode).toBe(404);
    expect((await hanna.call(saveReadyAnswer, words)).statusCode).toBe(403);
    expect((await hanna.call(saveReadyAnswer, { ...words, section: 'application', id: 'booked' })).statusCode).toBe(403);
    await answer(ada, saveReadyAnswer, { ...words, id, version: 1 });
    expect((await ada.call(saveReadyAnswer, { ...words, id, version: 2, isShared: false })).statusCode).toBe(422);
  });

  test('to visitors are written by marketing, too; those to applicants are not', async () => {
    const { ada, titles, marketing } = await setUp();
    await answer(marketing, saveReadyAnswer, words);
    expect([(await titles(ada)).includes('Thanks'), (await titles(marketing)).includes('Thanks')]).toEqual([true, true]);
    expect((await marketing.call(saveReadyAnswer, { ...words, section: 'application' })).statusCode).toBe(403);
  });

  test('with a piece that nothing fills in are refused by its name', async () => {
    const { ada } = await setUp();
    const refused = await ada.call(saveReadyAnswer, { ...words, text: 'Hello {nmae}', subject: '{topic}' });
    expect(refused.json().errors).toMatchObject({ text: expect.stringContaining('{nmae}'), subject: expect.stringContaining('{topic}') });
  });
});
