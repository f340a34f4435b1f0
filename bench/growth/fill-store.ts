import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import * as v from 'valibot';
import { workingRoles } from '../../contract/desk/roles.ts';
import { elementAt } from '../../contract/checked.ts';
import { dayFrom, weekdayOf } from '../../contract/figures/days.ts';
import type { TrackRecord } from '../../contract/figures/record.ts';
import { saveRecord } from '../../server/insights/records/records.ts';
import { addPaper } from '../../server/insights/papers/papers.ts';
import { sealConsents } from '../../server/leads/consents/consent-chain.ts';
import { insertTokens, makeToken } from '../../server/leads/confirmation/confirm-link.ts';
import { mailResource } from '../../server/mail/message.ts';
import { defineJob } from '../../server/queue/job.ts';
import { insertJobs, jobRow } from '../../server/queue/job-queue.ts';
import { storePosition } from '../../server/recruiting/positions/positions.ts';
import { insertAccount } from '../../server/staff/accounts.ts';
import { beginSession } from '../../server/staff/sign-in/sessions.ts';
import { newId } from '../../server/store/id.ts';
import type { Store } from '../../server/store/store.ts';
import { storeSampleLeads } from '../../server/work/samples/store-samples.ts';

/** How much of each a store holds. */
export type Amounts = { leads: number; mails: number; portfolios: number; positions: number; papers: number };

/** What the measured calls need of the filled store. `tokens`: of links that nobody has pressed; `accounts`: of staff. */
export type Filled = { tokens: string[]; accounts: string[]; portfolio: string };

const DAY = 86_400_000;
const YEARS = 20;
const TOKENS = 400;
/** Accounts of staff: growth.ts opens a hundred pages of the desk, ten in each session. */
const COLLEAGUES = 10;
const BATCH = 500;

/** Fills a store as two years of work would, as far as it is not filled yet. @param tell called with the progress in words */
export async function fillStore(store: Store, amounts: Amounts, tell: (text: string) => void): Promise<Filled> {
  const now = Date.now();
  const accounts = await addColleagues(store, now);
  if (!(await hasLeads(store))) await addLeads(store, { ...amounts, owners: accounts, now, tell });
  const tokens = await addTokens(store, now);
  await addWaitingMails(store, amounts.mails, now);
  await addPortfolios(store, amounts.portfolios, now);
  await addPositions(store, amounts.positions, now);
  await addPapers(store, amounts.papers, now);
  tell('filled');
  return { tokens, accounts, portfolio: portfolioId(0) };
}

async function hasLeads({ db }: Store): Promise<boolean> {
  return (await db.selectFrom('leads').select('id').limit(1).executeTakeFirst()) !== undefined;
}

type Leads = { leads: number; owners: readonly string[]; now: number; tell: (text: string) => void };

async function addLeads(store: Store, { leads, owners, now, tell }: Leads): Promise<void> {
  const onBatch = (stored: number) => {
    if (stored % 100_000 === 0) tell(`${stored.toLocaleString('en')} leads stored`);
  };
  const span = { since: now - 2 * 365 * DAY, until: now };
  await storeSampleLeads(store, leads, { seed: 7, ...span, owners, zone: 'Europe/Rome', onBatch });
  await ageLeads(store, now);
  await addTraces(store, now);
  await sealConsents(store, now);
}

async function addColleagues(store: Store, now: number): Promise<string[]> {
  const all = Array.from({ length: COLLEAGUES }, (_, n) => ({ name: `Colleague ${n}`, address: `colleague-${n}-${now}@site.internal` }));
  return store.begin((tx) => each(all, (person) => insertAccount(tx, { ...person, roles: workingRoles, state: 'active', now })));
}

/** Signs staff in anew: an export wants a sign-in of the last minutes. @returns a session of each account */
export async function signInStaff({ db }: Store, accounts: readonly string[]): Promise<string[]> {
  const begun = { way: 'link', device: 'A browser', now: Date.now(), replaces: undefined } as const;
  return each(accounts, (accountId) => beginSession(db, { ...begun, accountId }));
}

/** One after the other, as a transaction wants it. */
async function each<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await act(item));
  return results;
}

/** Makes old leads confirmed and no spam, so that retention finds nothing to remove, as on a server where it runs every day. */
async function ageLeads({ begin }: Store, now: number): Promise<void> {
  const old = sql`where created_at < ${now - 29 * DAY} and (suspected_spam = 1 or status = 'unverified' and created_at < ${now - 89 * DAY})`;
  await begin((tx) => sql`update leads set suspected_spam = 0, status = 'verified', verified_at = created_at ${old}`.execute(tx));
}

/** What the leads of the last month leave behind until retention removes it: jobs that are done, links, notices, counted mails, networks. */
async function addTraces({ begin }: Store, now: number): Promise<void> {
  const latest = sql`from leads where created_at > ${now - 29 * DAY} and suspected_spam = 0`;
  const done = jobRow(verificationMail, { leadId: '' }, { now });
  const columns = Object.keys(done).filter(
    (column) => !['id', 'payload', 'run_at', 'created_at', 'status', 'finished_at'].includes(column),
  );
  const values = sql.join(columns.map((column) => sql.lit(Reflect.get(done, column))));
  const rows = [
    sql`insert into jobs (id, payload, run_at, created_at, status, finished_at, ${sql.join(columns.map((column) => sql.ref(column)))})
      select id, '{"leadId":"' || id || '"}', created_at, created_at, 'done', created_at, ${values} ${latest}`,
    sql`insert into mail_log (job_id, address_key, kind, at, first_mail, limit_key)
      select id, email_key, 'verification', created_at, 1, email_key ${latest}`,
    sql`insert into notices (lead_id, kind, due_at, told_at) select id, 'verified', created_at, created_at ${latest}`,
    sql`insert into lead_sources (lead_id, network, at) select id, substr(id, 1, 12), created_at ${latest}`,
    sql`insert into verifications (token_hash, lead_id, address_key, created_at, expires_at)
      select 'of ' || id, id, email_key, created_at, created_at + ${7 * DAY} ${latest} and status = 'unverified'`,
  ];
  for (const row of rows) await begin((tx) => row.execute(tx));
}

async function addTokens(store: Store, now: number): Promise<string[]> {
  const query = store.db.selectFrom('leads').select(['id', 'email_key']).where('status', '=', 'unverified');
  const waiting = await query.where('kind', '=', 'contact').where('suspected_spam', '=', 0).limit(TOKENS).execute();
  const made = waiting.map((lead) => makeToken({ lead, now, hours: 72 }));
  await store.begin((tx) =>
    insertTokens(
      tx,
      made.map(({ row }) => row),
    ),
  );
  return made.map(({ token }) => token);
}

const verificationMail = defineJob({
  name: 'leads.verification-mail',
  payload: v.object({ leadId: v.string() }),
  run: async () => undefined,
});

/** Mails that wait while the mail server is down. */
async function addWaitingMails(store: Store, count: number, now: number): Promise<void> {
  const ready = await store.db
    .updateTable('jobs')
    .set({ run_at: now + DAY, waiting_on: mailResource })
    .where('status', '=', 'ready')
    .executeTakeFirst();
  for (let at = Number(ready.numUpdatedRows); at < count; at += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - at) }, () => ({
      ...jobRow(verificationMail, { leadId: newId(now) }, { now, runAt: now + DAY }),
      waiting_on: mailResource,
    }));
    await store.begin((tx) => insertJobs(tx, rows));
  }
  const outage = { resource: mailResource, since: now - DAY, failures: 9, next_try_at: now + DAY, reason: 'connect ECONNREFUSED' };
  await store.db.deleteFrom('outages').execute();
  await store.db.insertInto('outages').values(outage).execute();
}

const portfolioId = (n: number) => `bench-${n}`;

async function addPortfolios(store: Store, count: number, at: number): Promise<void> {
  const days = weekdays();
  const about = { shortName: 'Bench', subName: 'Fund', description: 'Made for the bench.', benchmark: 'World shares', benchmark2: 'Bonds' };
  for (let n = 0; n < count; n += 1) {
    const group = n % 2 === 0 ? 'website' : 'cognitive';
    const fund = {
      id: portfolioId(n),
      group,
      about: { ...about, name: `Fund ${n}` },
      record: recordOf(days, n),
      sample: true,
      at,
    } as const;
    await store.begin((tx) => saveRecord(tx, fund));
    await turn();
  }
}

/** Twenty years of weekdays, up to a day before the date of the figures that pages show. */
function weekdays(): Int32Array {
  const last = dayFrom(2024, 11, 30);
  const all = Array.from({ length: 365 * YEARS }, (_, index) => last - 365 * YEARS + index + 1);
  return Int32Array.from(all.filter((day) => ![0, 6].includes(weekdayOf(day))));
}

function recordOf(days: Int32Array, n: number): TrackRecord {
  const curve = (pace: number) =>
    Float64Array.from(days, (_, t) => 100 * Math.exp(0.0001 * pace * t + 0.05 * Math.sin(t / (7 * pace + n)) + 0.01 * Math.sin(t)));
  return { frequency: 'daily', days, portfolio: curve(1), benchmark: curve(0.8), benchmark2: curve(0.5) };
}

const later = (now: number, days: number) => elementAt(new Date(now + days * DAY).toISOString().split('T'), 0);

async function addPositions(store: Store, count: number, at: number): Promise<void> {
  const points = ['One of several things that somebody who works here does every day.'];
  for (let n = 0; n < count; n += 1) {
    const posting = {
      slug: `bench-${n}`,
      id: 4,
      title1: 'Milan | Software',
      title2: `Engineer ${n}`,
      textIntro: 'You write what visitors and colleagues work with, and you see to it that it is quick.',
      textResponsibility: points,
      textSkills: points,
      textPersonal: points,
      textSoftware: points,
      textNiceToHave: points,
      employmentType: 'FULL_TIME',
      datePosted: later(at, -10),
      validThrough: later(at, 100),
    } as const;
    await store.begin((tx) => storePosition(tx, { posting, seen: 0, closedAt: null, by: 'bench', at }));
  }
}

async function addPapers(store: Store, count: number, at: number): Promise<void> {
  const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
  const image = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  for (let n = 0; n < count; n += 1) {
    const paper = { id: `bench-${n}`, name: `Paper ${n}.pdf`, descr: 'What a paper says, in a line or two.', pdf, image, first: false };
    await store.begin((tx) => addPaper(tx, { ...paper, sample: true, at, date: '2025-01-31' }));
  }
}
