import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as calls from '../../../contract/calls/desk/figure-calls.ts';
import { limits } from '../../../contract/limits.ts';
import type { CallInput } from '../../../contract/calls/desk/call.ts';
import { factsheetPath } from '../../../contract/report-files.ts';
import { FILES_AT_ONCE } from '../../http/desk-route.ts';
import { freshStore } from '../../store/store.testing.ts';
import { testDesk } from '../../testing/desk.testing.ts';
import type { ReadRecord } from '../import/record-file.ts';
import { OLDER_WORKBOOK } from '../import/workbook-kind.ts';
import { csv, DAYS, recordDesk, ROWS } from './record-desk.testing.ts';

describe('track records of the desk', () => {
  test('are uploaded, looked at, published, compared and reverted, and each of it is on record', async () => {
    const { person, shown, actions, context } = await recordDesk();
    const ada = await person('figures');
    expect(await ada.upload(csv(ROWS.slice(0, 40)))).toEqual({ outcome: 'draft', id: 'fund', draft: 1 });
    expect(await shown()).toEqual([]);
    const first = await ada.review(1);
    expect(first).toMatchObject({ name: 'Global Balanced', own: false, outdated: null, cardBefore: null, differences: { base: null } });
    expect((await ada.publish(1)).json()).toEqual({ version: 1 });

    expect(await ada.upload(csv(ROWS))).toEqual({ outcome: 'draft', id: 'fund', draft: 2 });
    const { differences, card, cardBefore } = await ada.review(2);
    expect(differences).toMatchObject({
      base: { version: 1, to: DAYS[39] },
      to: DAYS.at(-1),
      added: { count: ROWS.length - 40, first: DAYS[40], last: DAYS.at(-1) },
      lost: { count: 0 },
      restated: { count: 0 },
      needsReason: false,
    });
    // Computed by hand: the last value divided by the first.
    const total = (row: string) => (Number(row.split(',')[1]) / Number(ROWS[0]!.split(',')[1]) - 1) * 100;
    const percent = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}%`;
    expect(differences.figures[0]).toEqual({
      figure: 'Total net return',
      line: 'portfolio',
      before: percent(total(ROWS[39]!)),
      sameDay: percent(total(ROWS[39]!)),
      after: percent(total(ROWS.at(-1)!)),
    });
    expect([card?.figures[0]?.text, cardBefore?.figures[0]?.text]).toEqual([percent(total(ROWS.at(-1)!)), percent(total(ROWS[39]!))]);
    expect((await ada.publish(2)).json()).toEqual({ version: 2 });

    const comparison = await ada.call(calls.compareFigures, { id: 'fund', from: 2, to: 1 });
    expect(comparison.json()).toMatchObject({ differences: { lost: { count: ROWS.length - 40 }, needsReason: true } });
    const back = (input: Partial<CallInput<typeof calls.revertFigures>>) =>
      ada.call(calls.revertFigures, { id: 'fund', version: 1, seen: 2, ...input });
    expect((await back({})).json()).toMatchObject({ errors: { reason: 'It changes figures that were public: say why' } });
    expect((await back({ seen: 1, reason: 'Wrong' })).statusCode).toBe(409);
    expect((await back({ reason: 'Published too early' })).json()).toEqual({ version: 3, draft: null });
    expect(await shown()).toEqual([['fund', 3, DAYS[39]]]);
    const { versions, factsheet } = await ada.read();
    expect(factsheet).toBe(context.settings.PUBLIC_URL + factsheetPath('fund'));
    expect(versions.map(({ version, reason, draftedBy, publishedBy }) => [version, reason, draftedBy, publishedBy])).toEqual([
      [3, 'Published too early', null, ada.accountId],
      [2, null, ada.accountId, ada.accountId],
      [1, null, ada.accountId, ada.accountId],
    ]);
    expect(await actions()).toEqual([
      [ada.accountId, 'track record uploaded', 'fund', { draft: 1 }],
      [ada.accountId, 'track record published', 'fund', { draft: 1, version: 1 }],
      [ada.accountId, 'track record uploaded', 'fund', { draft: 2 }],
      [ada.accountId, 'track record published', 'fund', { draft: 2, version: 2 }],
      [ada.accountId, 'track record reverted', 'fund', { equals: 1, reason: 'Published too early', version: 3 }],
    ]);
  });

  test('with four eyes nobody publishes what they uploaded, whoever uploads the same again', async () => {
    const { person, shown, context } = await recordDesk({ FOUR_EYES: 'on' });
    const [ada, ben] = [await person('figures'), await person('figures')];
    await ada.upload(csv(ROWS.slice(0, 40)));
    const told = await context.store.db.selectFrom('jobs').select('payload').where('name', '=', 'desk.told-action').execute();
    expect(told.map(({ payload }) => JSON.parse(payload) as unknown)).toMatchObject([
      { account: ben.accountId, actor: ada.accountId, action: 'track record uploaded', detail: { draft: 1, outcome: 'waits' } },
    ]);
    expect(await ada.review(1)).toMatchObject({ own: true, short: 'Records of tests are short.' });
    const refused = await ada.publish(1);
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      403,
      'You uploaded this draft: somebody else publishes it.',
    ]);
    expect(await ben.upload(csv(ROWS.slice(0, 40)))).toMatchObject({ draft: 1 });
    expect((await ada.publish(1)).statusCode).toBe(403);
    expect(await shown()).toEqual([]);
    expect((await ben.review(1)).own).toBe(false);
    expect((await ben.publish(1)).json()).toEqual({ version: 1 });
    expect((await ben.read()).versions[0]).toMatchObject({ draftedBy: ada.accountId, publishedBy: ben.accountId });
  });

  test('what was published meanwhile makes a draft out of date: it is not published unseen', async () => {
    const { person, shown } = await recordDesk();
    const [ada, ben] = [await person('figures'), await person('figures')];
    await ada.upload(csv(ROWS.slice(0, 30)));
    await ada.publish(1);
    const drafts = await Promise.all([ada.upload(csv(ROWS.slice(0, 40))), ben.upload(csv(ROWS.slice(0, 50)))]);
    expect(drafts).toMatchObject([{ outcome: 'draft' }, { outcome: 'draft' }]);
    const answers = await Promise.all([ada.publish(2), ben.publish(3)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    const [[, version]] = (await shown()) as [[string, number, string]];
    expect(version).toBe(2);
    const left = answers[0].statusCode === 409 ? 2 : 3;
    expect((await ada.review(left)).outdated).toMatch(/^Something else was published/);
    expect((await ada.call(calls.discardFigures, { id: 'fund', draft: String(left) })).statusCode).toBe(200);
    expect((await ben.publish(left)).statusCode).toBe(404);
    expect((await ada.read()).drafts).toEqual([]);
  });
});

describe('a file', () => {
  test('that is wrong names each line and column in plain words, and makes no draft', async () => {
    const { person } = await recordDesk();
    const ada = await person('figures');
    const rows = [ROWS[0]!, `${DAYS[1]},abc,50`, `${DAYS[2]},101`, ...ROWS.slice(3, 30)];
    expect(await ada.upload(csv(rows))).toEqual({
      outcome: 'refused',
      faults: [
        "line 4, column portfolio: 'abc' is not a number: write 1234.56",
        'line 5: 2 cells, where the head has 3: give as many',
        'line 5, column Euro Bonds: there is no value for this date: give one, or leave the line out',
      ],
      more: 0,
      readings: null,
    });
    const asked = csv(['02/12/2024,100,1', '03/12/2024,101,1']);
    expect(await ada.upload(asked)).toMatchObject({
      faults: [expect.stringMatching(/no line says which: choose how its dates are read$/)],
      readings: [{ text: '02/12/2024', dayFirst: '2024-12-02', monthFirst: '2024-02-12' }, { text: '03/12/2024' }],
    });
    expect(await ada.upload(asked, { dates: 'day-first', id: 'asked' })).toMatchObject({ outcome: 'draft', id: 'asked' });
    await ada.call(calls.discardFigures, { id: 'asked', draft: '1' });
    expect(await ada.upload(csv(ROWS), { how: 'append' })).toMatchObject({ faults: [expect.stringMatching(/upload the whole record/)] });
    expect(await ada.upload(csv(ROWS), { id: 'Not an id' })).toMatchObject({ faults: [expect.stringMatching(/^Name in addresses: /)] });
    expect((await ada.call(calls.listFiguresCall, {})).json()).toMatchObject({ portfolios: [] });
  });

  test.each([
    ['none', undefined, 'Choose a file'],
    ['empty', '', 'The file is empty'],
    ['an old workbook', Buffer.from('\xd0\xcf\x11\xe0x', 'latin1'), OLDER_WORKBOOK],
    ['binary', 'a\0b', 'This is no text. Save it as CSV in UTF-8, and choose that file'],
    ['too large', 'x'.repeat(calls.recordFileBytes + 1), 'The file is larger than 4 MB'],
    ['too large for any call', 'x'.repeat(limits.multipartBody + 1), 'The file is larger than 4 MB'],
  ])('that is %s is refused by its field', async (_, bytes, words) => {
    const { person } = await recordDesk();
    const ada = await person('figures');
    const answer = await ada.send(calls.draftFigures, { how: 'whole' }, bytes === undefined ? {} : { file: { name: 'a.csv', bytes } });
    expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([422, { file: words }]);
  });

  test('is read by nobody who may not upload, and not as JSON', async () => {
    const { person } = await recordDesk();
    const [sales, ada] = [await person('sales'), await person('figures')];
    expect((await sales.send(calls.draftFigures, { how: 'whole' }, { file: { name: 'a.csv', bytes: csv(ROWS) } })).statusCode).toBe(403);
    expect((await ada.call(calls.draftFigures, { how: 'whole' })).statusCode).toBe(415);
  });
});

test('are read one at a time for each account', async () => {
  const reading = Promise.withResolvers<Awaited<ReturnType<ReadRecord>>>();
  const { signedIn } = await testDesk(await freshStore(), {}, { readRecord: () => reading.promise });
  const [ada, bob] = [await signedIn('figures'), await signedIn('figures')];
  const send = (who: typeof ada) => who.send(calls.draftFigures, { how: 'whole' }, { file: { name: 'fund.csv', bytes: csv(ROWS) } });
  const sent = [send(ada), send(ada), send(bob)];
  const first = await Promise.race(sent);
  expect([first.statusCode, first.json<{ detail: string }>().detail]).toEqual([409, expect.stringContaining('Another file of yours')]);
  reading.resolve({ ok: false, faults: ['line 1: no'] });
  expect((await Promise.all(sent)).map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200, 409]);
  expect((await send(ada)).statusCode).toBe(200);
});

test('are sent few at a time by one account', async () => {
  const { signedIn, desk, origin } = await testDesk(await freshStore());
  const [ada, bob] = [await signedIn('figures'), await signedIn('figures')];
  await desk.listen({ port: 0, host: '127.0.0.1' });
  const { port } = desk.server.address() as AddressInfo;
  const type = 'multipart/form-data; boundary=x';
  // Each upload has begun and does not continue.
  const begun = Array.from({ length: FILES_AT_ONCE + 4 }, () => {
    const headers = { host: new URL(origin).host, origin, cookie: ada.cookie, 'content-type': type };
    const sent = request({ port, method: 'POST', path: calls.draftFigures.path, headers }).on('error', () => undefined);
    sent.write('--x\r\n');
    return new Promise<number | undefined>((resolve) => {
      sent.on('response', ({ statusCode }) => resolve(statusCode));
      onTestFinished(() => void sent.destroy());
    });
  });
  const refused: (number | undefined)[] = [];
  for (const one of begun) void one.then((status) => refused.push(status));
  await expect.poll(() => refused).toEqual([409, 409, 409, 409]);
  const file = { name: 'fund.csv', bytes: csv(ROWS) };
  expect((await ada.send(calls.draftFigures, { how: 'whole' }, { file })).statusCode).toBe(409);
  expect((await bob.send(calls.draftFigures, { how: 'whole' }, { file })).statusCode).toBe(200);
});

test('outliers are confirmed by their number, and a loss needs a reason', async () => {
  const { person } = await recordDesk();
  const ada = await person('figures');
  await ada.upload(csv(ROWS.slice(0, 40)));
  await ada.publish(1);
  await ada.upload(csv([...ROWS.slice(0, 40), `${DAYS[40]},10200,52`]));
  expect((await ada.review(2)).differences).toMatchObject({ outlierCount: 1, outliers: [{ line: 'portfolio' }] });
  expect((await ada.publish(2)).json()).toMatchObject({ errors: { confirm: 'Look at the outlier, and confirm it' } });
  expect((await ada.publish(2, { confirm: 2 })).statusCode).toBe(422);
  expect((await ada.publish(2, { confirm: 1 })).json()).toEqual({ version: 2 });
  await ada.upload(csv(ROWS.slice(10, 40)));
  expect((await ada.review(3)).differences).toMatchObject({ lost: { count: 11 }, needsReason: true });
  expect((await ada.publish(3)).json()).toMatchObject({ errors: { reason: expect.any(String) as string } });
  expect((await ada.publish(3, { reason: 'The first days were a test' })).json()).toEqual({ version: 3 });
  await ada.upload(csv([...ROWS.slice(15, 40), `${DAYS[40]},10200,52`]));
  expect((await ada.publish(4)).json()).toMatchObject({
    errors: { reason: expect.stringContaining('say why') as string, confirm: expect.stringContaining('confirm it') as string },
  });
});

test('a version is saved as a file that could be uploaded, and a portfolio is taken off the site', async () => {
  const { person, shown } = await recordDesk();
  const ada = await person('figures');
  await ada.upload(csv(ROWS));
  await ada.publish(1);
  const file = await ada.call(calls.saveFigures, { id: 'fund', version: '1' });
  expect(file.headers['content-disposition']).toContain('fund-version-1.csv');
  expect(await ada.upload(file.body)).toEqual({ outcome: 'same', id: 'fund', version: 1 });
  expect((await ada.call(calls.removeFigures, { id: 'fund', seen: 2 })).statusCode).toBe(409);
  expect(await shown()).toHaveLength(1);
  expect((await ada.call(calls.removeFigures, { id: 'fund', seen: 1 })).statusCode).toBe(200);
  expect(await shown()).toEqual([]);
  expect((await ada.call(calls.listFiguresCall, {})).json()).toMatchObject({
    portfolios: [{ id: 'fund', removed: { by: ada.accountId, reason: null }, current: { version: 1 } }],
  });
});
