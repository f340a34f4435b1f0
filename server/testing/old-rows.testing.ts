import type { Insertable } from 'kysely';
import { leadKinds } from '../leads/lead-repository.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Store } from '../store/store.ts';

export const day = 24 * 3_600_000;

/** Adds one row or more, so many days old, to each table that retention removes from. */
export async function fill(store: Store, now: number, days: number): Promise<void> {
  const at = now - days * day;
  const { db } = store;
  await fillLeads(store, at, days);
  const of = { lead_id: `${days}-0` };
  await db
    .insertInto('verifications')
    .values({
      ...of,
      token_hash: `v${days}`,
      address_key: 'k',
      created_at: at,
      expires_at: at,
      used_at: null,
      superseded_at: null,
      sent_at: at,
    })
    .execute();
  await db
    .insertInto('notices')
    .values({ ...of, kind: 'staff', due_at: at, mail_job: 'j', claimed_at: at, told_at: at })
    .execute();
  await db
    .insertInto('notices')
    .values({ ...of, kind: 'waits', due_at: at, mail_job: null, claimed_at: null, told_at: null })
    .execute();
  await db
    .insertInto('idempotency')
    .values({ key: `i${days}`, fingerprint: 'f', status: 201, body: '{}', created_at: at })
    .execute();
  await db
    .insertInto('mail_log')
    .values({ job_id: `m${days}`, address_key: 'k', kind: 'paper', at, first_mail: 0 })
    .execute();
  for (const status of ['ready', 'done', 'dead', 'held'] as const) {
    const finished = status === 'done' || status === 'dead' ? at : null;
    await db
      .insertInto('jobs')
      .values({ ...job, id: `${status}${days}`, status, run_at: at, created_at: at, finished_at: finished })
      .execute();
  }
  await db
    .insertInto('suppressions')
    .values({ address_key: `s${days}@example.com`, reason: 'refused', at })
    .execute();
  await db
    .insertInto('erasures')
    .values({ id: `e${days}`, at, scope: 'mailbox', key: 'k', hash: 'h' })
    .execute();
  await db
    .insertInto('privacy_log')
    .values({ id: `p${days}`, at, action: 'export', actor: 'dpo', counts: '{}' })
    .execute();
  await db
    .insertInto('cookie_consents')
    .values({ id: `c${days}`, choice_id: 'x', action: 'given', purpose: 'marketing', text: 't', text_version: '1', page: '/', at })
    .execute();
  await fillStaff(store, at, days);
  await fillDeliveries(store, at, days);
}

async function fillLeads({ db }: Store, at: number, days: number): Promise<void> {
  const kindsOfLead = leadKinds.flatMap((kind) =>
    (['unverified', 'verified'] as const).flatMap((status) => [0, 1].map((spam) => ({ kind, status, spam: spam as 0 | 1 }))),
  );
  for (const [index, { kind, status, spam }] of kindsOfLead.entries()) {
    const id = `${days}-${index}`;
    await db
      .insertInto('leads')
      .values({ ...oldLead, id, kind, status, suspected_spam: spam, created_at: at, verified_at: status === 'verified' ? at : null })
      .execute();
    // Applications are counted from the decision.
    await db
      .insertInto('lead_work')
      .values({ lead_id: id, state: 'new', stage: kind === 'application' ? 'rejected' : null, version: 1, changed_at: at })
      .execute();
  }
}

/** An event that was delivered, and one that is still waiting. */
async function fillDeliveries({ db }: Store, at: number, days: number): Promise<void> {
  const endpoint = { kind: 'webhook', url: 'https://example.com/', events: '[]', secrets: '[]', state: 'on', state_reason: null } as const;
  const well = { failures: 0, failing_since: null, resume_at: 0, last_error: null };
  await db
    .insertInto('delivery_endpoints')
    .values({ ...endpoint, ...well, id: 'p', created_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  for (const [n, status] of (['delivered', 'waiting'] as const).entries()) {
    const event = { id: `msg_${status}${days}`, type: 'lead.created', lead_id: `${days}-0`, at, payload: '{}' };
    const ended = status === 'delivered' ? at : null;
    const lease = { locked_by: null, locked_until: null, last_error: null };
    await db.insertInto('delivery_events').values(event).execute();
    await db
      .insertInto('deliveries')
      .values({
        ...lease,
        id: `${status}${days}`,
        seq: 10 * days + n,
        event_id: event.id,
        endpoint_id: 'p',
        subject: event.lead_id,
        status,
        attempts: 1,
        run_at: at,
        created_at: at,
        ended_at: ended,
      })
      .execute();
  }
}

async function fillStaff({ db }: Store, at: number, days: number): Promise<void> {
  const session = {
    account_id: 'a',
    way: 'link',
    device: 'A browser',
    signed_in_at: at,
    seen_at: at,
    ends_at: at,
    ended_at: null,
  } as const;
  await db
    .insertInto('staff_sessions')
    .values({ ...session, id: `s${days}`, token_hash: `t${days}` })
    .execute();
  const signIn = { token_hash: null, browser_hash: null, account_id: null, challenge: null, created_at: at, used_at: null };
  await db
    .insertInto('staff_sign_ins')
    .values({ ...signIn, id: `l${days}`, kind: 'link', expires_at: at })
    .execute();
  await db
    .insertInto('staff_actions')
    .values({ id: `a${days}`, at, account_id: 'a', action: 'signed in', subject: null, subject_id: null, detail: '{}' })
    .execute();
}

export const oldLead: Omit<Insertable<LeadRow>, 'id' | 'kind' | 'status' | 'suspected_spam' | 'created_at'> = {
  product: 'www',
  caller: 'home_cu',
  form: 'generic',
  form_version: 1,
  email: 'a@example.com',
  email_key: 'a@example.com',
  answers: '{}',
  attribution: '{}',
};
const job = {
  name: 'x',
  payload: '{}',
  unique_key: null,
  attempts: 1,
  max_attempts: 80,
  locked_by: null,
  locked_until: null,
  last_error: null,
  waiting_on: null,
  failing_since: null,
  unended: 0,
  perhaps_done: 0,
  served: null,
};

export const tables = [
  'leads',
  'verifications',
  'notices',
  'idempotency',
  'mail_log',
  'jobs',
  'suppressions',
  'erasures',
  'privacy_log',
  'cookie_consents',
  'staff_sessions',
  'staff_sign_ins',
  'staff_actions',
  'delivery_events',
] as const;

export async function sizes(store: Store): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table] = (await store.db.selectFrom(table).selectAll().execute()).length;
  return counts;
}
