import { expect } from 'vitest';
import { addEvent } from '../../leads/lead-repository.ts';
import { testOnStores } from '../../store/store.testing.ts';
import { present } from '../../../contract/checked.ts';
import { noon, setUpIndex } from '../index/index.testing.ts';
import { countPaperRequests } from './paper-requests.ts';

testOnStores('a paper’s requests are counted without spam, and how often it was sent', async () => {
  const { store, indexer, add } = await setUpIndex();
  const caller = 'paper_outlook';
  const [one, other] = await add({ caller }, { caller }, { caller, spam: true }, { caller: 'paper_other' }, { caller: 'home_cu' });
  const tell = (lead: string | undefined, kind: Parameters<typeof addEvent>[2]['kind'], detail: object = {}) =>
    addEvent(store.db, present(lead), { at: noon, kind, detail });
  await store.db.updateTable('leads').set({ status: 'verified', verified_at: noon }).where('id', '=', present(one)).execute();
  await tell(one, 'verified');
  await tell(one, 'paper sent', { paper: 'outlook' });
  await tell(other, 'paper sent', { paper: 'other' });
  await tell(other, 'answered', { paper: 'outlook' });
  await indexer.takeIn();
  expect([...(await countPaperRequests(store.db, ['outlook', 'other', 'none']))]).toEqual([
    ['outlook', { asked: 2, confirmed: 1, sent: 1 }],
    ['other', { asked: 1, confirmed: 0, sent: 1 }],
    ['none', { asked: 0, confirmed: 0, sent: 0 }],
  ]);
});
