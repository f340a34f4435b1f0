import type { Store } from '../../../server/store/store.ts';
import type { InboxMail } from '../inbox.ts';
import type { StaffPress, WantedLead } from './staff-presses.ts';

/** @returns a line for each thing that was lost, or done or told twice, of all that staff pressed; empty if everything is right */
export async function auditPresses(store: Store, presses: readonly StaffPress[], mails: readonly InboxMail[]): Promise<string[]> {
  const held = await read(store);
  const wanted = presses.flatMap((press) => press.wanted);
  return [
    ...wanted.flatMap((one) => differences(held, mails, one)),
    ...doubled(held.jobs.filter(isOfOne).map(({ name, payload }) => `${name} ${payload}`)).map((job) => `twice in the queue: ${job}`),
    ...held.jobs.filter(({ status }) => status !== 'done').map(({ name, status, last_error }) => `${name} is ${status}: ${last_error}`),
    ...counted(held, wanted),
  ];
}

type Held = Awaited<ReturnType<typeof read>>;

async function read({ db }: Store) {
  return {
    leads: Map.groupBy(await db.selectFrom('leads').select(['id', 'email', 'suspected_spam']).execute(), ({ email }) => email),
    history: Map.groupBy(await db.selectFrom('lead_events').select(['lead_id', 'kind']).execute(), (row) => row.lead_id),
    told: Map.groupBy(await db.selectFrom('delivery_events').select(['lead_id', 'type']).execute(), (row) => row.lead_id),
    notices: Map.groupBy(await db.selectFrom('staff_notices').select(['lead_id', 'account_id']).execute(), (row) => row.lead_id),
    work: new Map((await db.selectFrom('lead_work').selectAll().execute()).map((row) => [row.lead_id, row])),
    meetings: Map.groupBy(await db.selectFrom('bookings').select(['lead_id', 'state', 'starts_at']).execute(), (row) => row.lead_id),
    jobs: await db.selectFrom('jobs').select(['name', 'payload', 'status', 'last_error']).execute(),
    days: await db.selectFrom('lead_days').select(['received', 'spam']).where('dimension', '=', 'all').execute(),
  };
}

function differences(held: Held, mails: readonly InboxMail[], { email, ...wanted }: WantedLead): string[] {
  const [lead, ...others] = held.leads.get(email) ?? [];
  if (lead === undefined || others.length > 0) return [`${email}: ${others.length + (lead ? 1 : 0)} leads, not 1`];
  const { id } = lead;
  const work: Readonly<Record<string, unknown>> = held.work.get(id) ?? {};
  const is = {
    history: (held.history.get(id) ?? []).map(({ kind }) => kind).toSorted(),
    told: (held.told.get(id) ?? []).map(({ type }) => type).toSorted(),
    mails: new Set(mails.filter(({ to }) => to === email).map(({ messageId }) => messageId)).size,
    notices: (held.notices.get(id) ?? []).map((row) => row.account_id).toSorted(),
    work: Object.fromEntries(Object.keys(wanted.work ?? {}).map((name) => [name, work[name]])),
    spam: lead.suspected_spam === 1,
    meetings: (held.meetings.get(id) ?? []).map(({ state, starts_at: at }) => ({ state, starts_at: at })),
  };
  const must: typeof is = {
    ...is,
    history: wanted.history.toSorted(),
    told: wanted.told.toSorted(),
    mails: wanted.mails,
    notices: (wanted.notices ?? []).toSorted(),
    work: wanted.work ?? {},
    spam: wanted.isSpam === true,
    meetings: wanted.meeting === undefined ? [] : [wanted.meeting],
  };
  return Object.entries(must).flatMap(([what, value]) => {
    const [want, got] = [value, is[what as keyof typeof is]].map((one) => JSON.stringify(one));
    return want === got ? [] : [`${email}: ${what} ${got}, not ${want}`];
  });
}

/** Each lead counts once, as spam or as none. */
function counted({ days }: Held, wanted: readonly WantedLead[]): string[] {
  const sum = (name: 'received' | 'spam') => days.reduce((all, row) => all + row[name], 0);
  const spam = wanted.filter(({ isSpam }) => isSpam === true).length;
  const [is, must] = [`${sum('received')} and ${sum('spam')} spam`, `${wanted.length - spam} and ${spam} spam`];
  return is === must ? [] : [`counted by day: ${is}, not ${must}`];
}

/** Whether a job must be there only once. Repeated ones are the mail of notices to an account, and jobs without a payload. */
function isOfOne({ name, payload }: Held['jobs'][number]): boolean {
  return name !== 'desk.notices' && payload !== '{}';
}

function doubled(all: readonly string[]): string[] {
  return [...Map.groupBy(all, (one) => one)].flatMap(([one, same]) => (same.length > 1 ? [one] : []));
}
