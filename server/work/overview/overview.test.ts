import { describe, expect, test } from 'vitest';
import { describeOnStoresInTurn } from '../../store/store.testing.ts';
import { setUpIndex, type TestLead, testIndexer } from '../index/index.testing.ts';
import { countLeads, findLeadPage } from '../index/lead-list.ts';
import { uncountLeads } from '../index/lead-counts.ts';
import { markVerified } from '../../leads/confirmation/confirm-link.ts';
import { addEvent, clearSuspicion } from '../../leads/lead-repository.ts';
import { readSettings } from '../../settings/settings.ts';
import { answerLead } from '../answer-lead.ts';
import { changeField, changeLeadState } from '../lead-work.ts';
import { reachedSteps } from '../../../contract/desk/lead-facts.ts';
import { WITHIN } from '../../../contract/page-view.ts';
import type { OverviewGroup } from '../../../contract/desk/source-words.ts';
import { addPageViews } from './count-page-views.ts';
import { overviewCsv } from './overview-csv.ts';
import { overviewPeriods } from './overview-period.ts';
import { readOverview } from './read-overview.ts';

const zone = 'Europe/Rome';
const minute = 60_000;
const day = 24 * 60 * minute;
/** A Thursday noon in UTC. */
const at = Date.UTC(2026, 10, 19, 12);

async function setUp() {
  const { store, indexer, add } = await setUpIndex();
  const read = (asked: { days?: number; from?: string; to?: string; by?: OverviewGroup; only?: string } = {}) =>
    readOverview(store.db, { by: 'form', ...asked, zone, at });
  const states = new Map<string, number>();
  const change = async (id: string, state: 'contacted' | 'meeting' | 'lost', when: number) => {
    const version = states.get(id) ?? 0;
    const reason = state === 'lost' ? { reason: 'No budget' } : {};
    await store.begin((tx) => changeLeadState(tx, store.dialect, { id, version, actor: 'ada', at: when, state, ...reason }));
    states.set(id, version + 1);
    await indexer.takeIn();
  };
  const mark = async (id: string, held: 'held' | 'missed' | null, when: number) => {
    const version = states.get(id) ?? 0;
    const change = { id, version, actor: 'ada', at: when, section: 'lead', name: 'held', value: held } as const;
    await store.begin((tx) => changeField(tx, store.dialect, change));
    states.set(id, version + 1);
    await indexer.takeIn();
  };
  const demo = (more: TestLead = {}): TestLead => ({ at, form: 'bookademo', caller: 'home_bad', ...more });
  return { store, indexer, add, read, change, mark, demo };
}

describeOnStoresInTurn('the overview', 0, () => {
  test('counts leads by day and source, and what became of them, beside the period before', async () => {
    const { store, indexer, add, read, change, mark, demo } = await setUp();
    const [verified, lost] = (await add(
      demo({ campaign: 'autumn' }),
      demo({ at: at - day }),
      { at: at - 2 * day },
      { at: at - 9 * day },
      { at: at - 100 * day },
      demo({ spam: true, campaign: 'a-lure' }),
      { at, kind: 'application', form: 'career' },
    )) as [string, string];
    await store.begin((tx) => addEvent(tx, lost, { at, kind: 'verification mail sent' }));
    await store.begin((tx) => markVerified(tx, verified, at));
    await indexer.takeIn();
    await change(verified, 'meeting', at + 90 * minute);
    await change(verified, 'contacted', at + 91 * minute);
    await mark(verified, 'held', at + 2 * day);
    await change(lost, 'lost', at);
    const seen = await read({ days: 7 });
    expect(seen).toMatchObject({
      now: { from: '2026-11-13', to: '2026-11-19' },
      before: { from: '2026-11-06', to: '2026-11-12' },
      underWay: true,
      daysBefore: [0, 0, 0, 0, 1, 0, 0],
      groups: [
        { value: 'bookademo', label: 'Book a demo', now: { received: 2, verified: 1, met: 1 }, before: { received: 0 } },
        { value: 'generic', label: 'Contact us', now: { received: 1 }, before: { received: 1 } },
      ],
      rest: null,
      funnel: {
        now: { received: 3, spam: 1, linked: 2, verified: 1, answered: 1, met: 1, won: 0 },
        before: { received: 1, spam: 0, linked: 0, verified: 0, answered: 0, met: 0, won: 0 },
      },
      waiting: 0,
      since: '2026-08-11',
    });
    expect(seen.days.map(({ received, groups }) => [received, ...groups])).toEqual([
      ...Array.from({ length: 4 }, () => [0, 0, 0]),
      [1, 0, 1],
      [1, 1, 0],
      [1, 1, 0],
    ]);
    // The list behind each number has as many leads, whether its rows or its count are read.
    for (const reached of reachedSteps)
      for (const value of ['bookademo', 'generic']) {
        const filter = { section: 'lead', form: value, reached, since: at - 7 * day } as const;
        const counted = seen.groups.find((group) => group.value === value)?.now[reached];
        const { rows } = await findLeadPage(store, { filter, sort: 'newest', limit: 10 });
        expect([reached, value, rows.length, await countLeads(store, filter)]).toEqual([reached, value, counted, counted]);
      }
    const { count, median } = seen.answerTime!.now;
    expect([count, Math.abs(median! / minute / 90 - 1) < 0.03]).toEqual([1, true]);
    // Spam is not counted by campaign.
    expect((await read({ by: 'campaign' })).groups.map(({ label, now }) => [label, now.received])).toEqual([
      ['No campaign', 3],
      ['autumn', 1],
    ]);
  });

  test('a state that whoever set it took back at once was never there; one that was taken back later was', async () => {
    const { add, read, change, mark, demo } = await setUp();
    const [slip, kept] = (await add(demo(), demo())) as [string, string];
    await change(slip, 'contacted', at + minute);
    await change(slip, 'meeting', at + 10 * minute);
    await change(slip, 'contacted', at + 10 * minute + 5000);
    await change(kept, 'meeting', at + minute);
    await change(kept, 'contacted', at + 60 * minute);
    // A meeting that nobody marked as held does not count as met.
    expect((await read()).funnel.now).toMatchObject({ answered: 2, met: 0 });
    for (const id of [slip, kept]) await mark(id, 'held', at + 2 * day);
    expect((await read()).funnel.now).toMatchObject({ met: 2 });
    await mark(slip, 'missed', at + 2 * day + 1000);
    await mark(kept, null, at + 2 * day + 1000);
    expect((await read()).funnel.now).toMatchObject({ answered: 2, met: 0 });
  });

  test('what an earlier build counted as met stays met until its meeting is marked', async () => {
    const { store, add, read, change, mark, demo } = await setUp();
    const [id, later] = (await add(demo(), demo())) as [string, string];
    await change(id, 'meeting', at + minute);
    // The facts as a build stored them that counted every lead that reached the state Meeting as met.
    const { facts } = await store.db.selectFrom('lead_counted').select('facts').where('lead_id', '=', id).executeTakeFirstOrThrow();
    const { metBefore: _, ...counted } = JSON.parse(facts) as Record<string, unknown>;
    await store.db
      .updateTable('lead_counted')
      .set({ facts: JSON.stringify({ ...counted, met: true }) })
      .where('lead_id', '=', id)
      .execute();
    const all = store.db
      .updateTable('lead_days')
      .where('dimension', 'in', ['all', 'form', 'caller', 'campaign', 'source', 'referrer', 'country']);
    await all.set({ met: 1 }).execute();
    await change(id, 'contacted', at + 5 * minute);
    await change(later, 'meeting', at + minute);
    expect((await read()).funnel.now).toMatchObject({ met: 1 });
    await mark(id, 'missed', at + 2 * day);
    await mark(later, 'missed', at + 2 * day);
    expect((await read()).funnel.now).toMatchObject({ met: 0 });
  });

  test('counts an answer from the desk as the first word', async () => {
    const { store, indexer, add, read, demo } = await setUp();
    const [id] = (await add(demo())) as [string];
    const answer = { way: 'own', subject: 'x', text: 'x', template: undefined, replyTo: 'ada@staff.example' } as const;
    const work = { id, version: 0, actor: 'ada', at: at + 30 * minute };
    await store.begin((tx) => answerLead(tx, { dialect: store.dialect, settings: readSettings({}) }, { ...work, ...answer }));
    await indexer.takeIn();
    const { funnel, answerTime } = await read();
    expect([funnel.now.answered, answerTime!.now.count]).toEqual([1, 1]);
  });

  test('is the same however often its leads are taken in, and follows a release from spam', async () => {
    const { store, indexer, add, read, demo } = await setUp();
    const [, spam] = (await add(demo(), demo({ spam: true }))) as [string, string];
    await store.begin((tx) => clearSuspicion(tx, [spam], { at }));
    await indexer.takeIn();
    const seen = await read();
    expect(seen.funnel.now).toMatchObject({ received: 2, spam: 0 });
    // As after an upgrade or a move: the index is made anew while the counts exist.
    await store.db.deleteFrom('lead_index').execute();
    await testIndexer(store, 'Pacific/Auckland').complete();
    expect(await read()).toEqual(seen);
    await store.db.deleteFrom('lead_counted').execute();
    await store.db.deleteFrom('lead_days').execute();
    await testIndexer(store, zone).complete();
    expect(await read()).toEqual(seen);
  });

  test('reads a campaign, a source or a page as a funnel, also one that brought people and no lead', async () => {
    const { store, add, read, demo } = await setUp();
    await add(demo({ campaign: 'autumn' }), demo());
    const row = { day: '2026-11-19', page: '/', source: 'news', campaign: 'autumn', referrer: '', sample: 0, seen: 40, opened: 3 } as const;
    await store.begin((tx) =>
      addPageViews(tx, [
        row,
        { ...row, campaign: 'spring', seen: 7, opened: 0 },
        { ...row, source: '', campaign: '', referrer: WITHIN, page: '/about', seen: 100, opened: 2 },
        { ...row, day: '2026-11-10', seen: 5, opened: 1 },
      ]),
    );
    const rowsOf = async (by: 'campaign' | 'page' | 'entry' | 'medium') =>
      (await read({ by, days: 7 })).groups.map(({ value, seen, opened, now }) => [value, seen, opened, now.received]);
    expect(await rowsOf('campaign')).toEqual([
      ['autumn', 40, 3, 1],
      ['', 0, 0, 1],
      ['spring', 7, 0, 0],
    ]);
    expect(await rowsOf('page')).toEqual([
      ['', 0, 0, 2],
      ['/about', 100, 2, 0],
      ['/', 47, 3, 0],
    ]);
    expect(await rowsOf('entry')).toEqual([
      ['', 0, null, 2],
      ['/', 47, null, 0],
    ]);
    expect(await rowsOf('medium')).toEqual([['', null, null, 2]]);
    expect((await read({ days: 7 })).seen).toEqual({ now: 147, before: 5, since: '2026-11-10' });
    const only = await read({ by: 'campaign', days: 7, only: 'autumn' });
    expect(only).toMatchObject({
      only: { value: 'autumn', label: 'autumn' },
      funnel: { now: { received: 1 }, before: { received: 0 } },
      seen: { now: 40, before: 5 },
      opened: { now: 3, before: 1 },
      answerTime: null,
      rest: null,
    });
    expect(only.days.at(-1)).toEqual({ day: '2026-11-19', received: 1, spam: 0, groups: [] });
    expect(overviewCsv('groups', only).split('\r\n')[1]).toBe('autumn,40,3,1,0,0,0,0,0');
    expect(overviewCsv('funnel', only)).toContain('Seen,40,5\r\nOpened a form,3,1\r\nSent a form,1,0');
    expect(await read({ by: 'campaign', days: 7, only: 'no such' })).toMatchObject({ seen: { now: 0 }, funnel: { now: { received: 0 } } });
  });

  test('keeps what retention removes, and nothing of what is erased', async () => {
    const { store, add, read, demo } = await setUp();
    const [kept, erased] = (await add(demo(), demo({ campaign: 'for-one-person' }))) as [string, string];
    await store.db.deleteFrom('leads').where('id', '=', kept).execute();
    await store.begin(async (tx) => {
      await uncountLeads(tx, store.dialect, [erased]);
      await tx.deleteFrom('leads').where('id', '=', erased).execute();
    });
    expect((await read({ by: 'campaign' })).groups).toMatchObject([{ value: '', now: { received: 1 } }]);
    expect(JSON.stringify(await store.db.selectFrom('lead_days').selectAll().execute())).not.toContain('for-one-person');
  });

  test('lists all sources, and has as many by day as can be told apart', async () => {
    const { add, read, demo } = await setUp();
    await add(...Array.from({ length: 9 }, (_, n) => demo({ campaign: `c${n}` })), demo({ campaign: 'c3', at: at - day }));
    const { groups, rest, days } = await read({ by: 'campaign', days: 7 });
    expect(groups.map(({ value }) => value)).toEqual(['c3', 'c0', 'c1', 'c2', 'c4', 'c5', 'c6', 'c7', 'c8']);
    expect([groups[0]?.trend, rest]).toEqual([[0, 0, 0, 0, 0, 1, 1], null]);
    const lines = overviewCsv('days', await read({ by: 'campaign', days: 7 })).split('\r\n');
    expect(lines[0]).toBe('\uFEFFDay,Leads,c3,c0,c1,c2,c4,c5,Others,Suspected spam');
    expect(lines.at(-2)).toBe('2026-11-19,9,1,1,1,1,1,1,3,0');
    expect(lines).toHaveLength(days.length + 2);
  });
});

test('a file of it runs nothing in a spreadsheet', async () => {
  const { add, read, demo } = await setUp();
  await add(demo({ campaign: '=HYPERLINK("http://evil.example")' }));
  expect(overviewCsv('groups', await read({ by: 'campaign' }))).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
});

describe('a period', () => {
  const of = (asked: { days?: number; from?: string; to?: string }, when = at) => overviewPeriods(asked, zone, when);

  test('has the days of the zone: what came after midnight there is of today', () => {
    expect(of({ days: 7 }, Date.UTC(2026, 10, 18, 23, 30)).now).toEqual({ from: '2026-11-13', to: '2026-11-19' });
    // The night on which clocks go back has 25 hours.
    expect(of({ days: 7 }, Date.UTC(2026, 9, 25, 23, 30)).now).toEqual({ from: '2026-10-20', to: '2026-10-26' });
  });

  test('is from one day to another, and compared with as many before', () => {
    expect(of({ from: '2026-02-27', to: '2026-03-01' })).toMatchObject({ before: { from: '2026-02-24', to: '2026-02-26' } });
    expect(of({ from: '2026-12-24' }).now).toEqual({ from: '2026-11-19', to: '2026-11-19' });
  });
});
