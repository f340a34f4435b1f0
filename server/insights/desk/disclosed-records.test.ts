import { expect } from 'vitest';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import * as calls from '../../../contract/calls/desk/figure-calls.ts';
import { disclosed, disclosedNotes } from '../../../contract/figures/disclosure.testing.ts';
import { knownDay } from '../../../contract/figures/days.ts';
import { testOnStores } from '../../store/store.testing.ts';
import { saveRecordDraft } from '../records/record-drafts.ts';
import { latestVersion, saveRecord } from '../records/records.ts';
import { DAYS, recordDesk, ROWS } from './record-desk.testing.ts';

const bare = ['# name: Global Balanced', 'date,portfolio,Euro Bonds', ...ROWS].join('\n');
const about = { name: 'Fund', shortName: 'Fund', subName: '', description: '', benchmark: 'Euro Bonds', benchmark2: '' };
const record = {
  frequency: 'daily' as const,
  days: Int32Array.from(DAYS, knownDay),
  portfolio: Float64Array.from(DAYS, (_, t) => 100 + t),
  benchmark: Float64Array.from(DAYS, (_, t) => 50 + t),
  benchmark2: undefined,
};

testOnStores('a file is refused with all that it does not state, and taken when that is given with it', async () => {
  const { person, shown, context } = await recordDesk();
  const { store } = context;
  const ada = await person('figures');
  const made = await ada.upload(bare);
  if (made.outcome !== 'refused') return expect.fail();
  expect(made.faults).toHaveLength(14);
  expect(made.faults).toContain('Management fee: it is not stated: write charged, none or left out, or 1.5% where it is modelled');
  expect(await ada.upload(`${bare}\n# currency: EURO`, { disclosure: { ...disclosedNotes, currency: '' } })).toMatchObject({
    faults: [`line ${bare.split('\n').length + 1}, currency: 'EURO' is not understood: write a currency, such as EUR`],
  });
  expect(await ada.upload(bare, { disclosure: disclosedNotes })).toMatchObject({ outcome: 'draft', draft: 1 });
  const review = await ada.review(1);
  expect([review.differences.undisclosed, review.differences.stated[0]]).toEqual([null, { term: 'Currency', words: 'EUR' }]);
  expect((await ada.publish(1)).json()).toEqual({ version: 1 });
  expect(await shown()).toEqual([['fund', 1, DAYS.at(-1)]]);
  expect((await latestVersion(store.db, 'fund'))?.about.disclosure).toMatchObject({ management_fee: '1.5%' });
});

testOnStores('what is stated otherwise than before stands beside it, and needs a reason', async () => {
  const { person } = await recordDesk();
  const ada = await person('figures');
  await ada.upload(bare, { disclosure: disclosedNotes });
  await ada.publish(1);
  expect(await ada.upload(bare)).toMatchObject({ outcome: 'same' });
  await ada.upload(bare, { disclosure: { results: 'back-tested', 'actual-since': DAYS[20] ?? '' } });
  const { differences } = await ada.review(2);
  expect(differences.words).toEqual([
    { what: 'statement on results', before: 'Actual', after: expect.stringMatching(/^Back-tested to .*, actual since$/) },
  ]);
  expect((await ada.publish(2)).json()).toMatchObject({ errors: { reason: expect.any(String) } });
  expect((await ada.publish(2, { reason: 'January was a test' })).json()).toEqual({ version: 2 });
});

testOnStores('a record from before goes on being shown, and nothing is published again without a disclosure', async () => {
  const { person, shown, context } = await recordDesk();
  const { store } = context;
  await saveRecord(store.db, { id: 'fund', group: 'website', sample: false, about, record, at: 1 });
  await saveRecord(store.db, { id: 'fund', group: 'website', sample: false, about: { ...about, name: 'Old' }, record, at: 2 });
  const ada = await person('figures');
  const marked = async () =>
    (await ada.call(calls.listFiguresCall, {}))
      .json<CallOutput<typeof calls.listFiguresCall>>()
      .portfolios.map(({ undisclosed }) => undisclosed);
  expect([await shown(), await marked()]).toEqual([[['fund', 2, DAYS.at(-1)]], [true]]);
  const draft = { id: 'fund', baseVersion: 2, group: 'website' as const, source: 'a.csv', reason: undefined, about, record, at: 3 };
  expect(await saveRecordDraft(store.db, draft)).toBe(1);
  expect((await ada.review(1)).differences.undisclosed).toContain('Of its figures this is not stated: currency, returns, ');
  expect((await ada.publish(1)).json()).toMatchObject({ status: 409, detail: expect.stringContaining('Upload the file again with it') });
  const back = () => ada.call(calls.revertFigures, { id: 'fund', version: 1, seen: 2, reason: 'Wrong' });
  expect((await back()).json()).toMatchObject({ status: 409, detail: expect.stringContaining('currency, returns') });
  const [first, ...rest] = (await ada.read()).versions;
  expect([first?.version, rest.length]).toEqual([2, 1]);

  await saveRecord(store.db, {
    id: 'fund',
    group: 'website',
    sample: false,
    about: { ...about, name: 'New', disclosure: disclosed },
    record,
    at: 4,
  });
  const again = await ada.call(calls.revertFigures, { id: 'fund', version: 1, seen: 3, reason: 'Wrong' });
  expect(again.json()).toMatchObject({ version: 4 });
  expect((await latestVersion(store.db, 'fund'))?.about).toMatchObject({ name: 'Fund', disclosure: disclosed });
  expect(await marked()).toEqual([false]);
});
