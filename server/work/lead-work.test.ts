import { describe, expect, test } from 'vitest';
import type { DeskLead } from '../../contract/desk/lead-facts.ts';
import { readSettings } from '../settings/settings.ts';
import { testOnStores } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { noon, setUpIndex } from './index/index.testing.ts';
import { leadChangesSince } from './index/lead-watcher.ts';
import { lastSeq } from './index/lead-index.ts';
import { findLeadPage } from './index/lead-list.ts';
import type { LeadListFilter } from './index/list-filter.ts';
import { readDeskLeads, readLeadPage } from './lead-page.ts';
import { type WorkOutcome, addNote, assignLead, changeLeadState, releaseLead } from './lead-work.ts';
import { sendFreshLink } from './answer-lead.ts';

const at = noon + 1000;

async function setUp() {
  const { store, add, indexer } = await setUpIndex();
  const list = async (filter: Partial<LeadListFilter>) => {
    const { rows } = await findLeadPage(store, { filter: { section: 'lead', ...filter }, sort: 'newest', limit: 50 });
    return rows.map((row) => row.lead_id);
  };
  const state = (id: string, version: number, to: DeskLead['state'], reason?: string) =>
    store.begin((tx) => changeLeadState(tx, store.dialect, { id, version, actor: 'ada', at, state: to, reason }));
  const assign = (id: string, version: number, owner: string | null, actor = 'ada') =>
    store.begin((tx) => assignLead(tx, store.dialect, { id, version, actor, at, owner }));
  return { store, add, indexer, list, state, assign };
}

function reading({ db }: Store) {
  return { db, settings: readSettings({}), now: noon };
}

function outcomes(all: readonly WorkOutcome[]): string[] {
  return all.map(({ outcome }) => outcome).toSorted();
}

describe('work on leads', () => {
  testOnStores('a state and an owner are listed at once, and told with who and when', async () => {
    const { store, add, list, state, assign } = await setUp();
    const [id, other] = (await add({}, {})) as [string, string];
    expect(await state(id, 0, 'lost', 'No budget')).toMatchObject({
      outcome: 'done',
      work: { state: 'lost', lostReason: 'No budget', owner: null, version: 1 },
    });
    expect(await assign(id, 1, 'bob')).toMatchObject({ outcome: 'done', work: { owner: 'bob', state: 'lost', version: 2 } });
    expect([await list({ state: 'lost' }), await list({ state: 'new' }), await list({ owner: 'bob' })]).toEqual([[id], [other], [id]]);
    expect([await list({ owner: null }), await list({ view: 'mine', viewer: 'bob' })]).toEqual([[other], []]);
    expect(await state(id, 2, 'meeting')).toMatchObject({ work: { lostReason: null, version: 3 } });
    expect(await list({ view: 'mine', viewer: 'bob' })).toEqual([id]);
    const { timeline } = (await readLeadPage(reading(store), id, ['lead']))!;
    expect(timeline.map(({ kind, actor, detail }) => [kind, actor, detail])).toEqual([
      ['received', null, {}],
      ['state changed', 'ada', { from: 'new', to: 'lost', reason: 'No budget' }],
      ['assigned', 'ada', { from: null, to: 'bob' }],
      ['state changed', 'ada', { from: 'lost', to: 'meeting' }],
    ]);
  });

  testOnStores('of several who change one at once the first does, and the others see what it is now', async () => {
    const { store, add, assign, state } = await setUp();
    const [id] = (await add({})) as [string];
    for (const version of [0, 1, 2]) {
      const all = await Promise.all(['ada', 'bob', 'eve'].map((actor) => assign(id, version, actor, actor)));
      expect(outcomes(all)).toEqual(['changed since', 'changed since', 'done']);
      const done = all.find(({ outcome }) => outcome === 'done')!;
      for (const one of all) expect(one).toMatchObject({ work: 'work' in done ? done.work : {} });
    }
    expect(await state(id, 2, 'won')).toMatchObject({ outcome: 'changed since', work: { version: 3, state: 'new' } });
    expect(await state('nobody', 0, 'won')).toEqual({ outcome: 'unknown' });
    expect((await readLeadPage(reading(store), id, ['lead']))!.timeline.filter(({ kind }) => kind === 'assigned')).toHaveLength(3);
  });

  testOnStores('notes of two at once are two', async () => {
    const { store, add } = await setUp();
    const [id] = (await add({})) as [string];
    const note = (actor: string) =>
      store.begin((tx) => addNote(tx, { id, text: `<b>@bob, ${actor} called`, mentions: ['bob'], actor, at }));
    expect(await Promise.all([note('ada'), note('eve')])).toEqual([expect.any(String), expect.any(String)]);
    const notes = (await readLeadPage(reading(store), id, ['lead']))!.timeline.filter(({ kind }) => kind === 'note');
    expect(notes.toSorted((a, b) => a.actor!.localeCompare(b.actor!))).toMatchObject([
      { actor: 'ada', text: '<b>@bob, ada called', mentions: ['bob'] },
      { actor: 'eve', text: '<b>@bob, eve called', mentions: ['bob'] },
    ]);
    expect(await store.begin((tx) => addNote(tx, { id: 'nobody', text: 'x', mentions: [], actor: 'ada', at }))).toBeUndefined();
  });

  test('open pages are told what came and what changed, once, and of nothing else', async () => {
    const { store, add, indexer, assign } = await setUp();
    const [first] = (await add({})) as [string];
    const seq = await lastSeq(store.db);
    expect(await leadChangesSince(store.db, seq)).toEqual({ seq, leads: [], all: false });
    const [second] = (await add({})) as [string];
    await assign(first, 0, 'bob');
    await assign(first, 1, 'eve');
    await indexer.takeIn();
    const told = await leadChangesSince(store.db, seq);
    expect(told.leads).toEqual([second, first].map((id) => ({ id, section: 'lead' })));
    expect(await leadChangesSince(store.db, told.seq)).toEqual({ seq: told.seq, leads: [], all: false });
    expect(await leadChangesSince(store.db, told.seq + 1000)).toEqual({ seq: told.seq, leads: [], all: true });
    await add(...Array.from({ length: 201 }, () => ({})));
    expect(await leadChangesSince(store.db, told.seq)).toMatchObject({ leads: [], all: true });
  });

  testOnStores('release and a fresh link say what came of them', async () => {
    const { store, add, list, indexer } = await setUp();
    const [spam, lead, message] = (await add({ spam: true }, {}, { kind: 'message', form: 'contacts' })) as [string, string, string];
    const release = (id: string) => store.begin((tx) => releaseLead(tx, { leadJobs: [], settings: {} as never }, { id, actor: 'ada', at }));
    const link = (id: string) => store.begin((tx) => sendFreshLink(tx, { id, actor: 'ada', at }));
    expect(await Promise.all([spam, lead, message, 'nobody'].map(link))).toEqual(['suspected spam', 'asked', 'needs no link', 'unknown']);
    expect(await list({ view: 'spam' })).toEqual([spam]);
    expect([await release(spam), await release(spam), await release(lead)]).toEqual([true, false, false]);
    await indexer.takeIn();
    expect([await list({ view: 'spam' }), (await list({})).length]).toEqual([[], 2]);
    const jobs = await store.db.selectFrom('jobs').select('name').execute();
    expect(jobs).toEqual([{ name: 'leads.fresh-link' }]);
    expect((await readLeadPage(reading(store), spam, ['lead']))!.timeline.at(-1)).toMatchObject({ kind: 'released', actor: 'ada' });
    await store.db.updateTable('leads').set({ status: 'verified', verified_at: at }).where('id', '=', lead).execute();
    expect(await link(lead)).toBe('verified');
    await store.db.updateTable('leads').set({ sample: 1 }).where('id', '=', spam).execute();
    expect(await link(spam)).toBe('sample');
  });

  test('a page shows answers as the form did, the exact consents, and what else the mailbox sent', async () => {
    const { store, add } = await setUp();
    const answers = { role: 'Other: Treasurer', netWorth: '10M+', phone: '+39 02 1234567', message: 'One\ntwo' };
    const [id, other] = (await add(
      { form: 'default', answers, campaign: 'autumn' },
      { at: noon + 5, answers: { email: 'ADA+tag@example.com' } },
      { answers: { email: 'eve@example.com' } },
    )) as [string, string];
    const page = (await readLeadPage(reading(store), id, ['lead']))!;
    expect(page.answers.map(({ label, value }) => `${label}: ${value}`)).toEqual(
      expect.arrayContaining(['Role: Other', 'Other role: Treasurer', 'Net worth: > 10,000,000 €', 'Your request: One\ntwo']),
    );
    expect(page).toMatchObject({ name: 'Ada Lovelace', country: 'IT', campaign: 'autumn', version: 0, state: 'new', othersLeftOut: 0 });
    expect(page.attribution).toEqual([{ name: 'utm_campaign', value: 'autumn' }]);
    const { text } = await store.db.selectFrom('consents').select('text').where('lead_id', '=', id).executeTakeFirstOrThrow();
    expect(page.consents).toMatchObject([{ action: 'asked', text }]);
    expect(page.others.map((one) => one.id)).toEqual([other]);
    expect(await readLeadPage(reading(store), 'nobody', ['lead'])).toBeUndefined();
    expect((await readDeskLeads(store.db, [other, 'nobody', id])).map((one) => one.id)).toEqual([other, id]);
  });
});
