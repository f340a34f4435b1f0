import type { LeadListQuery } from '../server/work/index/lead-list.ts';
import { countLeads, findLeadPage } from '../server/work/index/lead-list.ts';
import type { LeadListFilter } from '../server/work/index/list-filter.ts';
import { leadChangesSince } from '../server/work/index/lead-watcher.ts';
import { findPassages } from '../server/work/index/passages.ts';
import { lastSeq } from '../server/work/index/lead-index.ts';
import { exportLeads } from '../server/work/lead-export.ts';
import { readDeskLeads, readLeadPage } from '../server/work/lead-page.ts';
import { readOverview } from '../server/work/overview/read-overview.ts';
import { readSettings } from '../server/settings/settings.ts';
import type { Store } from '../server/store/store.ts';
import { atMost, quantile, told, type Row } from './results.ts';

const TIMES = 20;
const BUDGET = 100;
/** Milliseconds. Counts may be slower, because the page does not wait for them. */
const COUNT_BUDGET = 250;
const PAGE = 50;
/** MB. The export is streamed, so memory does not grow with its length. */
const EXPORT_MEMORY = 100;

export const benchOwners = Array.from({ length: 12 }, (_, n) => `owner-${n}`);

type Asked = Partial<LeadListFilter>;

/** Filters alone and combined. Those without a match are the slowest, because all leads are searched. */
const filters: Readonly<Record<string, Asked>> = {
  'no filter': {},
  'view new': { view: 'new' },
  'view mine': { view: 'mine', viewer: 'owner-0' },
  'view waiting': { view: 'waiting' },
  'view spam': { view: 'spam' },
  form: { form: 'generic' },
  caller: { caller: 'about_cu' },
  campaign: { campaign: 'webinar-signals' },
  'campaign, none': { campaign: 'never' },
  country: { country: 'ES' },
  unverified: { verified: false },
  'state won': { state: 'won' },
  owner: { owner: 'owner-3' },
  nobody: { owner: null },
  'a month': { since: Date.UTC(2025, 2, 1), until: Date.UTC(2025, 3, 1) },
  'form and caller that exclude each other': { form: 'generic', caller: 'home_bad' },
  'state, owner, campaign and country': { state: 'meeting', owner: 'owner-5', campaign: 'ai-day-milan', country: 'GB' },
  'country and campaign of an early month': { country: 'IT', campaign: 'spring-2026', until: Date.UTC(2024, 1, 1) },
};

const searches: Readonly<Record<string, Asked>> = {
  'a name': { search: 'müller' },
  'a name and a company': { search: 'béranger zephyr' },
  'part of one address': { search: 'giulia.rossi.77' },
  'digits of a number': { search: '49 1234' },
  'a common word': { search: 'capital' },
  'two common words': { search: 'capital asset' },
  'common words that are nowhere together': { search: 'rossi schmidt' },
  'one letter': { search: 'z' },
  'two letters': { search: 'mu' },
  'two letters, nowhere': { search: 'qx' },
  nothing: { search: 'xylophone' },
  'a name, within filters': { search: 'martin', state: 'won', campaign: 'newsletter-42' },
  'the beginning of a word that visitors write': { search: 'documen' },
  'words that visitors write, and a name': { search: 'rossi documentation' },
  'words that visitors write, nowhere together': { search: 'documentation xylophone' },
  'a common word, within rare filters': { search: 'capital', owner: 'owner-2', state: 'lost', country: 'US' },
};

export async function measureDesk(store: Store, name: string): Promise<Row[]> {
  const row = (what: string, times: readonly number[], budget = BUDGET) =>
    atMost(`${name}: ${what}`, p95(times), budget, { unit: 'ms', digits: 1 });
  const rows: Row[] = [];
  for (const [what, asked] of [
    ...Object.entries(filters),
    ...Object.entries(searches).map(([key, one]) => [`search, ${key}`, one] as const),
  ]) {
    rows.push(row(`${what}: page`, await timed(() => firstPage(store, { sort: 'newest' }, asked))));
    const counting = await timed(() => countLeads(store, { section: 'lead', ...asked }));
    rows.push(row(`${what}: count`, counting, COUNT_BUDGET));
  }
  for (const sort of ['oldest', 'changed', 'name'] as const) {
    rows.push(row(`by ${sort}`, await timed(() => firstPage(store, { sort }, {}))));
    rows.push(row(`by ${sort}, one owner's`, await timed(() => firstPage(store, { sort }, { owner: 'owner-3' }))));
    rows.push(row(`by ${sort}, a name`, await timed(() => firstPage(store, { sort }, searches['a name'] ?? {}))));
  }
  const lines = told(`${name}: the first 500 lines of an export`, p95(await timed(() => firstLines(store))), { unit: 'ms', digits: 1 });
  return [...rows, ...(await measureRest(store, row)), lines, ...(await measureExport(store, name))];
}

async function measureRest(store: Store, row: (what: string, times: readonly number[]) => Row): Promise<Row[]> {
  const { rows: listed, next } = await findLeadPage(store, { filter: { section: 'lead' }, sort: 'newest', limit: PAGE });
  const ids = listed.map((lead) => lead.lead_id);
  let n = 0;
  const seq = await lastSeq(store.db);
  const reading = { db: store.db, settings: readSettings({}), now: overviewed.at };
  return [
    row('the next page', await timed(() => firstPage(store, { sort: 'newest', cursor: next }, {}))),
    row("a lead's page", await timed(() => readLeadPage(reading, ids[(n += 1) % ids.length] ?? '', ['lead']))),
    row('what changed', await timed(() => leadChangesSince(store.db, seq))),
    row('the overview', await timed(() => readOverview(store.db, { by: 'form', ...overviewed }))),
    row('the overview: 90 days by campaign', await timed(() => readOverview(store.db, { by: 'campaign', days: 90, ...overviewed }))),
    row('the overview: two years by country', await timed(() => readOverview(store.db, { by: 'country', days: 731, ...overviewed }))),
  ];
}

/** The sample data is dated around this time. */
const overviewed = { zone: 'Europe/Rome', at: Date.UTC(2026, 10, 21) };

async function firstPage(store: Store, query: Pick<LeadListQuery, 'sort'> & { cursor?: string | undefined }, asked: Asked): Promise<void> {
  const page = await findLeadPage(store, { ...query, filter: { section: 'lead', ...asked }, limit: PAGE });
  if (page.next !== undefined && page.rows.length < PAGE) console.log(`The search was cut off: by ${query.sort}, ${JSON.stringify(asked)}`);
  await readDeskLeads(
    store.db,
    page.rows.map((lead) => lead.lead_id),
  );
  if (asked.search !== undefined) await findPassages(store.db, page.rows, asked.search);
}

const exported = { zone: overviewed.zone, nameOf: () => 'Ada', deskUrl: 'https://desk.example.com' };

async function firstLines(store: Store): Promise<void> {
  let parts = 0;
  // Stops after the header and one page of leads.
  for await (const _ of exportLeads(store, { filter: { section: 'lead', form: 'bookademo' }, sort: 'newest' }, exported))
    if ((parts += 1) === 2) return;
}

/** Exports every lead once. Memory is compared with the first tenth, which shows what a process grows to before garbage collection. */
async function measureExport(store: Store, name: string): Promise<Row[]> {
  const began = performance.now();
  const memory: number[] = [];
  let bytes = 0;
  for await (const lines of exportLeads(store, { filter: { section: 'lead' }, sort: 'newest' }, exported)) {
    bytes += Buffer.byteLength(lines);
    memory.push(process.memoryUsage.rss() / 1e6);
  }
  const tenth = Math.ceil(memory.length / 10);
  const grown = Math.max(...memory.slice(tenth)) - Math.max(...memory.slice(0, tenth));
  return [
    told(`${name}: the whole export, ${Math.round(bytes / 1e6)} MB`, (performance.now() - began) / 1000, { unit: 's', digits: 1 }),
    atMost(`${name}: memory by which the rest of it exceeds its first tenth`, Math.max(0, grown), EXPORT_MEMORY, { unit: 'MB' }),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number[]> {
  await work();
  const times: number[] = [];
  for (let n = 0; n < TIMES; n += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times;
}

function p95(times: readonly number[]): number {
  return quantile(times, 0.95);
}
