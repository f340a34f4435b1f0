import type { Store } from '../store/store.ts';

/** Adds staff's work to every lead: a row in each table of such work, the text of a CV, and a meeting with a link. */
export async function workOnAll({ db }: Pick<Store, 'db'>): Promise<void> {
  const later = { come_back: '2027-01-04', come_back_why: 'A new budget' } as const;
  const work = { state: 'lost', lost_reason: 'No budget', ...later, owner: 'ada', version: 1, changed_at: 1 } as const;
  const notice = { account_id: 'ada', event_id: 'x', kind: 'named', actor: 'bob', at: 1, read_at: null, mailed_at: null } as const;
  const mail = { template: 'answer', subject: 'Hello', body: 'Dear you', actor: 'ada', at: 1, job_id: 'x' } as const;
  const meeting = { uid: 'x', state: 'booked', sequence: 0, moves: 0, zone: 'Europe/Rome', created_at: 1, changed_at: 1 } as const;
  let half = 0;
  for (const { id } of await db.selectFrom('leads').select('id').execute()) {
    const lead = { lead_id: id };
    await db
      .insertInto('lead_work')
      .values({ ...lead, ...work })
      .execute();
    await db
      .insertInto('lead_persons')
      .values({ ...lead, person: `p-${id}`, linked_by: 'ada', linked_at: 1 })
      .execute();
    const former = `${id}@former.example`;
    await db
      .insertInto('lead_addresses')
      .values({ ...lead, id: `a-${id}`, email: former, email_key: former, confirmed: 0, until: 1 })
      .execute();
    await db
      .insertInto('work_batches')
      .values({ ...lead, batch: 'x', fingerprint: 'x', outcome: 'done', changed_by: null, before: null, version: 1, at: 1 })
      .execute();
    await db
      .insertInto('history_set_aside')
      .values({ ...lead, subscriber: 'x', seq: 1, at: 1 })
      .execute();
    await db
      .insertInto('staff_notices')
      .values({ ...lead, ...notice, id: `n-${id}` })
      .execute();
    await db
      .insertInto('lead_ratings')
      .values({ ...lead, account_id: 'ada', rating: 4, at: 1 })
      .execute();
    await db
      .insertInto('cv_texts')
      .values({ ...lead, state: 'whole', text: 'Ten years of servers', at: 1 })
      .execute();
    await db
      .insertInto('retention_consents')
      .values({ ...lead, days: 90, asked_at: 1, pool_until: 2 })
      .execute();
    await db
      .insertInto('bookings')
      .values({ ...lead, ...meeting, id: `b-${id}`, starts_at: (half += 1) * 1_800_000 })
      .execute();
    await db
      .insertInto('booking_links')
      .values({ ...lead, token_hash: `l-${id}`, created_at: 1, expires_at: 2 })
      .execute();
    await db
      .insertInto('application_mails')
      .values({ ...lead, ...mail, id: `m-${id}` })
      .execute();
  }
}
