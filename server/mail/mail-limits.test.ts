import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { describeOnStoresInTurn, freshStore, testOnPostgres } from '../store/store.testing.ts';
import { reserve, type Reservation } from './mail-limits.ts';

const hour = 3_600_000;
const now = 1_800_000_000_000;
const limits = { mailbox: { perHour: 3, perDay: 10 }, first: { perHour: 7, perDay: 20 } };

function firstMail(id: number, at = now): Reservation {
  return { jobId: `job-${id}`, key: `visitor-${id}@example.org`, kind: 'test', at, first: true };
}

describeOnStoresInTurn('the ceiling of first mails', 0, () => {
  test('is full and not exceeded, however many come at once', async () => {
    const store = await freshStore();
    const ids = Array.from({ length: 40 }, (_, id) => id);
    const reserved = await Promise.all(ids.map((id) => reserve(store, firstMail(id), limits)));
    const rows = await store.db.selectFrom('mail_log').select('job_id').execute();
    const taken = ids.filter((id) => reserved[id]!.ok).map((id) => `job-${id}`);
    expect(taken).toHaveLength(7);
    expect(rows.map((row) => row.job_id).sort()).toEqual(taken.toSorted());
    expect(reserved.find(({ ok }) => !ok)).toEqual({ ok: false, opensAt: now + hour, full: 'FIRST_MAILS_PER_HOUR' });
  });

  test('counts a place of an earlier attempt once, and leaves it where it was when there is no room', async () => {
    const store = await freshStore();
    const ids = Array.from({ length: 30 }, (_, id) => id);
    for (const id of [0, 1, 2]) expect(await reserve(store, firstMail(id, now - 2 * hour), limits)).toEqual({ ok: true });
    const reserved = await Promise.all(ids.map((id) => reserve(store, firstMail(id), limits)));
    expect(reserved.filter(({ ok }) => ok)).toHaveLength(7);
    const rows = await store.db.selectFrom('mail_log').select(['job_id', 'at']).execute();
    const places = ids.flatMap((id) => {
      if (reserved[id]!.ok) return [{ job_id: `job-${id}`, at: now }];
      return id < 3 ? [{ job_id: `job-${id}`, at: now - 2 * hour }] : [];
    });
    expect(rows.toSorted((a, b) => a.job_id.localeCompare(b.job_id))).toEqual(places.toSorted((a, b) => a.job_id.localeCompare(b.job_id)));
  });
});

testOnPostgres('no first mail waits for another one’s commit, where there is room for both', async () => {
  const store = await freshStore();
  const reserved = await store.begin(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first mails', 0))`.execute(tx);
    return reserve(store, firstMail(1), limits);
  });
  expect(reserved).toEqual({ ok: true });
});
