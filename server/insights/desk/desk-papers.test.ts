import { describe, expect, test } from 'vitest';
import * as calls from '../../../contract/calls/desk/paper-calls.ts';
import type { CallFiles, CallInput, CallOutput } from '../../../contract/calls/desk/call.ts';
import type { Paper } from '../../../contract/paper.ts';
import { dataPaths } from '../../../contract/portfolio.ts';
import { freshStore, testOnStores } from '../../store/store.testing.ts';
import type { SentFile } from '../../testing/desk-files.testing.ts';
import { testDesk } from '../../testing/desk.testing.ts';

const pdf = { name: 'outlook.pdf', bytes: '%PDF-1.7\n1 0 obj\n%%EOF\n' };
const other = { name: 'outlook.pdf', bytes: '%PDF-1.7\n2 0 obj\n<<>>\n%%EOF\n' };
const image = { name: 'cover.png', bytes: Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1') };
const words = { name: 'Outlook 2025', descr: 'What we expect of rates.' };

async function setUp(env: Record<string, string> = {}) {
  const set = await testDesk(await freshStore(), env);
  const person = async () => {
    const one = await set.signedIn('figures');
    const upload = async (input: Partial<CallInput<typeof calls.draftPaper>>, files: CallFiles<typeof calls.draftPaper, SentFile> = {}) =>
      one.send(calls.draftPaper, { ...words, ...input }, files);
    const list = async () => (await one.call(calls.listPapersCall, {})).json<CallOutput<typeof calls.listPapersCall>>();
    const publish = async (id = 'outlook-2025') =>
      one.call(calls.publishPaper, { id, draft: (await list()).drafts.find((draft) => draft.id === id)?.draft ?? 'none' });
    return { ...one, upload, list, publish };
  };
  const shown = async () => (await set.site.inject(dataPaths.papers)).json<Paper[]>();
  return { ...set, person, shown };
}

describe('papers of the desk', () => {
  testOnStores('are drafts until they are published, keep what is not sent again, and are withdrawn', async () => {
    const { person, shown, site, clock, context } = await setUp();
    const ada = await person();
    const date = '2025-03-31';
    const made = await ada.upload({ date, portfolios: ['global-trend'] }, { pdf, image });
    expect([made.statusCode, made.json()]).toMatchObject([200, { id: 'outlook-2025' }]);
    expect(await shown()).toEqual([]);
    expect((await ada.list()).drafts).toMatchObject([{ id: 'outlook-2025', date, hasImage: true, replaces: false, own: false }]);
    const opened = await ada.call(calls.openPaper, { id: 'outlook-2025', state: 'draft', part: 'pdf' });
    expect([opened.body, opened.headers['content-disposition']]).toEqual([pdf.bytes, expect.stringContaining('attachment')]);
    expect((await ada.publish()).statusCode).toBe(200);
    expect(await shown()).toMatchObject([
      { id: 'outlook-2025', name: 'Outlook 2025.pdf', date, portfolios: ['global-trend'], img: expect.any(String) as string },
    ]);

    clock.now += 1000;
    expect((await ada.upload({})).json()).toMatchObject({
      errors: { name: expect.stringContaining('There is a paper of this title') as string },
    });
    await ada.upload({ id: 'outlook-2025', descr: 'Rates, and shares.' });
    expect((await shown())[0]?.descr).toBe(words.descr);
    await ada.publish();
    const [changed] = await shown();
    expect(changed).toMatchObject({ descr: 'Rates, and shares.', img: expect.any(String) as string });
    expect(changed).not.toHaveProperty('date');
    expect((await site.inject(changed!.webViewLink)).body).toBe(pdf.bytes);

    const [stands] = (await ada.list()).papers;
    // Withdrawing is refused when the paper was replaced since it was looked at.
    const late = await ada.call(calls.withdrawPaper, { id: 'outlook-2025', seen: stands!.addedAt - 1000 });
    expect([late.statusCode, (await shown()).length]).toEqual([409, 1]);
    expect((await ada.call(calls.withdrawPaper, { id: 'outlook-2025', seen: stands!.addedAt })).statusCode).toBe(200);
    expect(await shown()).toEqual([]);
    const actions = await context.store.db.selectFrom('staff_actions').select(['action', 'subject_id']).orderBy('id').execute();
    expect(actions.map(({ action, subject_id: id }) => [action, id])).toEqual(
      ['paper uploaded', 'paper published', 'paper uploaded', 'paper published', 'paper withdrawn'].map((action) => [
        action,
        'outlook-2025',
      ]),
    );
  });

  testOnStores('with four eyes somebody else publishes, and nothing that was changed since', async () => {
    const { person, shown, clock, context } = await setUp({ FOUR_EYES: 'on' });
    const [ada, ben] = [await person(), await person()];
    await ada.upload({}, { pdf });
    expect((await ada.publish()).statusCode).toBe(403);
    const [seen] = (await ben.list()).drafts;
    await ada.upload({}, { pdf: other });
    expect((await ben.call(calls.publishPaper, { id: seen!.id, draft: seen!.draft })).statusCode).toBe(409);
    expect((await ben.call(calls.discardPaper, { id: seen!.id, draft: seen!.draft })).statusCode).toBe(404);
    expect(await shown()).toEqual([]);
    expect((await ben.publish()).statusCode).toBe(200);
    // Both change the paper; the second to publish saw another draft.
    clock.now += 1000;
    await ada.upload({ id: 'outlook-2025', descr: 'Hers' });
    expect((await ben.publish()).statusCode).toBe(200);
    expect((await ben.publish()).statusCode).toBe(404);
    expect((await shown()).map(({ descr }) => descr)).toEqual(['Hers']);
    // With four eyes one person asks for a withdrawal; another one, who is mailed the reason, decides.
    const withdraw = (who: typeof ada, more: object) => who.call(calls.withdrawPaper, { id: seen!.id, ...more });
    expect((await withdraw(ada, {})).statusCode).toBe(422);
    expect((await withdraw(ben, { decision: 'approve' })).statusCode).toBe(409);
    expect((await withdraw(ada, { reason: 'Out of date' })).json()).toEqual({ withdrawn: false });
    expect((await withdraw(ada, { decision: 'approve' })).statusCode).toBe(403);
    expect((await withdraw(ben, { reason: 'So it is' })).statusCode).toBe(409);
    expect((await ben.list()).papers).toMatchObject([{ removalAsked: { by: ada.accountId, reason: 'Out of date' } }]);
    // A request stands for the paper that was looked at, not for the one that takes its place.
    clock.now += 1000;
    await ben.upload({ id: 'outlook-2025', descr: 'New' });
    await ada.publish();
    expect((await ben.list()).papers).toMatchObject([{ removalAsked: null }]);
    await withdraw(ada, { reason: 'Wrong' });
    expect((await withdraw(ben, { decision: 'keep' })).json()).toEqual({ withdrawn: false });
    await withdraw(ada, { reason: 'Wrong again' });
    expect(await shown()).toHaveLength(1);
    expect((await withdraw(ben, { decision: 'approve' })).json()).toEqual({ withdrawn: true });
    expect(await shown()).toEqual([]);
    const told = await context.store.db.selectFrom('jobs').select('payload').where('name', '=', 'desk.told-action').orderBy('id').execute();
    const of = (account: string, detail: object, action = 'paper withdrawn') => ({ account, action, detail });
    const waits = (account: string) => of(account, { outcome: 'waits' }, 'paper uploaded');
    expect(told.map(({ payload }) => JSON.parse(payload) as object)).toMatchObject([
      ...[ben, ben, ben].map(({ accountId }) => waits(accountId)),
      of(ben.accountId, { outcome: 'asked', reason: 'Out of date' }),
      of(ben.accountId, { outcome: 'own request' }),
      waits(ada.accountId),
      of(ben.accountId, { outcome: 'asked', reason: 'Wrong' }),
      of(ada.accountId, { outcome: 'kept' }),
      of(ben.accountId, { outcome: 'asked' }),
      of(ada.accountId, { reason: 'Wrong again' }),
    ]);
    const refused = await context.store.db
      .selectFrom('staff_actions')
      .select('account_id')
      .where('detail', 'like', '%own draft%')
      .execute();
    expect(refused).toEqual([{ account_id: ada.accountId }]);
  });
});

test('a draft of a paper that was withdrawn or replaced meanwhile is out of date', async () => {
  const { person, shown, clock } = await setUp();
  const ada = await person();
  await ada.upload({}, { pdf });
  await ada.publish();
  clock.now += 1000;
  await ada.upload({ id: 'outlook-2025', descr: 'Later' });
  await ada.call(calls.withdrawPaper, { id: 'outlook-2025' });
  expect((await ada.list()).drafts).toMatchObject([{ outdated: true }]);
  expect((await ada.publish()).statusCode).toBe(409);
  expect(await shown()).toEqual([]);
});

test.each<[string, CallFiles<typeof calls.draftPaper, SentFile>, object]>([
  ['no PDF', {}, { pdf: 'Choose the PDF' }],
  ['what is none', { pdf: { name: 'a.pdf', bytes: '<html>' } }, { pdf: 'This is not a PDF' }],
  ['one that is cut off', { pdf: { name: 'a.pdf', bytes: '%PDF-1.7\n1 0 obj' } }, { pdf: 'This is not a PDF' }],
  [
    'one with a password',
    { pdf: { name: 'a.pdf', bytes: '%PDF-1.7\ntrailer\n<< /Encrypt 5 0 R >>\n%%EOF\n' } },
    { pdf: 'The PDF is protected: save it without a password, and choose that file' },
  ],
  [
    'a picture that is none',
    { pdf, image: { name: 'a.svg', bytes: '<svg onload="x"/>' } },
    { image: 'This is not a PNG, JPEG, WebP or AVIF picture' },
  ],
  [
    'a picture that is too large',
    { pdf, image: { name: 'a.png', bytes: Buffer.alloc(calls.paperFileBytes.image + 1) } },
    { image: 'The file is larger than 1 MB' },
  ],
])('a paper with %s is refused by its field', async (_, files, errors) => {
  const { person } = await setUp();
  const ada = await person();
  const answer = await ada.upload({}, files);
  expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([422, errors]);
  expect((await ada.list()).drafts).toEqual([]);
});
