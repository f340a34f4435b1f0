import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../store/id.ts';
import { up as mailboxes } from '../../store/migrations/0040-mailboxes.ts';
import { migrations } from '../../store/migrations/migration-list.ts';
import type { Migration } from '../../store/migrations/migration.ts';
import { openStore, type Store, type StoreOptions } from '../../store/store.ts';
import { freshStore, placeFor, testOnStores } from '../../store/store.testing.ts';
import { setUpMailbox } from '../mailbox.testing.ts';

const hour = 3_600_000;
const WAITING = Array.from({ length: 20 }, (_, n) => `waits-${n}@visitors.example`);

/** The migration as it was first released: it marked every link as sent. */
const firstMailboxes: Migration = {
  name: '0040-mailboxes',
  up: async (db) => {
    await mailboxes(db);
    await sql`update verifications set sent_at = created_at`.execute(db);
  },
};

describe('links to confirm that waited in a mail outage while 3.1.2 was replaced', () => {
  test('are sent once, and those that had left are not', async () => {
    const place = await placeFor();
    await oldStore(place);
    expect((await workOn(place)).toSorted()).toEqual(WAITING.toSorted());
  });

  testOnStores('are sent once where 3.2.0 had dropped them', async () => {
    const place = await placeFor();
    await oldStore(place);
    const list = migrations.filter(({ name }) => name < '0280').map((one) => (one.name === '0040-mailboxes' ? firstMailboxes : one));
    await withStore({ ...place, migrations: list }, async ({ db }) => {
      const leads = await sql<{ id: string }>`select id from leads where email like 'waits-%' or email like 'again-%'`.execute(db);
      for (const { id } of leads.rows) await addEvent(db, id, 'served by the verification mail of another request', Date.now());
      await sql`update jobs set status = 'done', finished_at = ${Date.now()}, last_error = null, waiting_on = null`.execute(db);
    });
    expect((await workOn(place)).toSorted()).toEqual(WAITING.toSorted());
  });
});

test('what 3.2.0 had given up within minutes goes on waiting', async () => {
  const place = await placeFor();
  const day = 24 * hour;
  const dead = (id: string, error: string, at: number) => ({ id, error, at });
  const given = [
    dead('1 outage', 'Unavailable: mail cannot leave: 421 4.3.2 not now', Date.now() - day),
    dead('2 scanner', 'Unavailable: the scanner does not answer', Date.now() - day),
    dead('3 refused', 'Refused: the mail server refuses it: 554', Date.now() - day),
    dead('4 old', 'Unavailable: mail cannot leave: 421 4.3.2 not now', Date.now() - 20 * day),
  ];
  await withStore({ ...place, migrations: migrations.filter(({ name }) => name < '0280') }, async ({ db }) => {
    for (const { id, error, at } of given)
      await sql`insert into jobs (id, name, payload, status, run_at, attempts, max_attempts, last_error, created_at, finished_at)
        values (${id}, 'x', '{}', 'dead', ${at}, 80, 80, ${error}, ${at}, ${at})`.execute(db);
  });
  const { db } = await freshStore(place);
  const jobs = await db.selectFrom('jobs').select(['id', 'status', 'attempts']).orderBy('id').execute();
  expect(jobs.map(({ id, status, attempts }) => [id, status, attempts])).toEqual([
    ['1 outage', 'ready', 0],
    ['2 scanner', 'ready', 0],
    ['3 refused', 'dead', 80],
    ['4 old', 'dead', 80],
  ]);
});

/** A store as 3.1.2 leaves it in a mail outage: requests whose links were made and whose mails wait, and some whose mails were sent before. */
async function oldStore(place: StoreOptions): Promise<void> {
  const at = Date.now() - 5 * hour;
  await withStore({ ...place, migrations: migrations.filter(({ name }) => name < '0030') }, async ({ db }) => {
    for (const email of WAITING) await addRequest(db, email, { at, sent: false });
    await addRequest(db, 'left@visitors.example', { at: at - hour, sent: true });
    // Two requests of one mailbox: only the second one's mail was sent, and its link serves both.
    await addRequest(db, 'again-1@visitors.example', { at, sent: false });
    await addRequest(db, 'again-1@visitors.example', { at: at + hour, sent: true });
  });
}

async function addRequest(db: Store['db'], email: string, { at, sent }: { at: number; sent: boolean }): Promise<void> {
  const id = newId(at);
  await sql`insert into leads (id, kind, product, caller, form, form_version, email, email_key, status, answers, attribution, created_at)
    values (${id}, 'contact', 'cognitivepro', 'home_bad', 'bookademo', 1, ${email}, ${email}, 'unverified', '{}', '{}', ${at})`.execute(db);
  await sql`insert into verifications (token_hash, lead_id, created_at, expires_at) values (${newId()}, ${id}, ${at}, ${at + 72 * hour})`.execute(
    db,
  );
  if (sent) await addEvent(db, id, 'verification mail sent', at);
  await sql`insert into jobs (id, name, payload, status, run_at, attempts, max_attempts, last_error, waiting_on, created_at, finished_at)
    values (${newId(at)}, 'leads.verification-mail', ${JSON.stringify({ leadId: id })}, ${sent ? 'done' : 'ready'}, ${at}, 9, 80,
      ${sent ? null : 'Unavailable: mail cannot leave: 421'}, ${sent ? null : 'mail'}, ${at}, ${sent ? at : null})`.execute(db);
}

async function addEvent(db: Store['db'], leadId: string, kind: string, at: number): Promise<void> {
  await sql`insert into lead_events (id, lead_id, at, kind, detail) values (${newId()}, ${leadId}, ${at}, ${kind}, '{}')`.execute(db);
}

async function withStore(options: StoreOptions, change: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore(options);
  await store.migrate();
  await change(store).finally(() => store.close());
}

/** @returns the addresses that today's server sends a mail to */
async function workOn(place: StoreOptions): Promise<string[]> {
  const store = await freshStore(place);
  const { sent, clock, worker, pass } = await setUpMailbox({}, { store });
  clock.now = Date.now();
  for (let times = 0; times < 5; times += 1) {
    await worker.maintain();
    await pass(60_000);
  }
  return sent.flatMap(({ to }) => to).filter((to) => to.includes('visitors.example'));
}
