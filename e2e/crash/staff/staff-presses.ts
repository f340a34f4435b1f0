import { randomUUID } from 'node:crypto';
import { correctLeadCall, leadWork, makeLeadCall } from '../../../contract/calls/desk/lead-calls.ts';
import { cancelMeetingCall, readMeetingTimes, scheduleMeetingCall } from '../../../contract/calls/desk/meeting-calls.ts';
import { severalCalls } from '../../../contract/calls/desk/several-calls.ts';
import { handOverCall } from '../../../contract/calls/desk/account-calls.ts';
import type { Call, CallInput, CallOutput } from '../../../contract/calls/desk/call.ts';
import { present } from '../../../contract/checked.ts';
import { insertLeads } from '../../../server/leads/lead-repository.ts';
import { newId } from '../../../server/store/id.ts';
import type { Store } from '../../../server/store/store.ts';
import type { BookingRow } from '../../../server/store/tables/booking-tables.ts';
import { until } from '../wait-until.ts';

/** What a lead is in the end, whoever was killed meanwhile. */
export type WantedLead = {
  email: string;
  /** Kinds of the entries of its history. */
  history: readonly string[];
  /** Types of what other systems are told. */
  told: readonly string[];
  /** Mails to its address. */
  mails: number;
  /** Whom of the staff it was told to, an account for each notice. */
  notices?: readonly string[];
  work?: { state?: string; owner?: string | null; come_back?: string | null };
  isSpam?: true;
  /** The meeting that stands, or was cancelled. */
  meeting?: Pick<BookingRow, 'state' | 'starts_at'>;
};

export type StaffPress = { call: Call; input: unknown; wanted: readonly WantedLead[] };

export type StaffRound = {
  /** Part of every address of the round. */
  name: string;
  inside: <T>(look: (store: Store) => Promise<T>) => Promise<T>;
  /** Presses what has to be answered. */
  press: <C extends Call>(call: C, input: CallInput<C>) => Promise<CallOutput<C>>;
  presser: string;
  colleague: string;
  leaver: string;
};

type Made = { id: string; email: string };

const NEAR = 3 * 24 * 3_600_000;
const received = ['received'];
const created = ['lead.created'];

/** Prepares what staff press in one round, on leads of its own. What the presses start from is stored before, with all that follows from it. */
export async function preparePresses(round: StaffRound): Promise<StaffPress[]> {
  const leads = await addLeads(round, 17);
  const take = (count: number) => leads.splice(0, count);
  const meetings = await meetingPresses(round, take(4));
  const several = await severalPresses(round, { state: take(3), owner: take(3), undone: take(2), handed: take(3) });
  await round.inside(({ db }) => until('what follows from the beginning', () => isTold(db, round.name)));
  return [...meetings, ...several, ...singlePresses(round, take(2))];
}

/** Whether other systems were told of every lead and every change, and all mails that are due have left: a later change would replace them. */
async function isTold(db: Store['db'], name: string): Promise<true | undefined> {
  const rows = (table: 'delivery_events' | 'lead_events') =>
    db
      .selectFrom(table)
      .innerJoin('leads', 'leads.id', `${table}.lead_id`)
      .select('leads.id')
      .where('email', 'like', `%@${name}.example`)
      .execute();
  const mails = db.selectFrom('jobs').select('id').where('status', 'in', ['ready', 'running']).where('run_at', '<=', Date.now());
  const [told, history, [waiting]] = await Promise.all([rows('delivery_events'), rows('lead_events'), mails.limit(1).execute()]);
  return told.length === history.length && waiting === undefined ? true : undefined;
}

async function addLeads({ inside, name }: StaffRound, count: number): Promise<Made[]> {
  const at = Date.now();
  const made = Array.from({ length: count }, (_, n) => ({ id: newId(at), email: `ada${n}@${name}.example` }));
  const leads = made.map(({ id, email }) => ({
    lead: {
      id,
      kind: 'contact' as const,
      product: 'cognitivepro',
      caller: 'home_bad',
      form: { type: 'bookademo', version: 1, consents: [] },
      attribution: {},
      spamReason: undefined,
      at,
      key: undefined,
      answers: { name: 'Ada', surname: 'Lovelace', email },
    },
    jobs: [],
  }));
  await inside(({ db }) => insertLeads(db, leads));
  return made;
}

async function meetingPresses({ press }: StaffRound, [booked, moved, cancelled, flood]: Made[]): Promise<StaffPress[]> {
  const [a, b, c, d] = [booked, moved, cancelled, flood].map((one) => present(one)) as [Made, Made, Made, Made];
  const { times } = await press(readMeetingTimes, { id: a.id });
  // Far enough for no reminder to be due.
  const far = times.filter((at) => at > Date.now() + NEAR).slice(0, 5);
  const at = (n: number) => present(far[n]);
  const zone = 'Europe/Rome';
  for (const [n, { id }] of [b, c, d].entries()) await press(scheduleMeetingCall, { id, slot: at(n), zone, seen: null });
  const meeting = (starts: number, state: BookingRow['state'] = 'booked') => ({ state, starts_at: starts });
  const once = [...received, 'meeting booked'];
  return [
    {
      call: scheduleMeetingCall,
      input: { id: a.id, slot: at(3), zone, seen: null },
      wanted: [{ email: a.email, history: once, told: ['lead.changed', ...created], mails: 1, meeting: meeting(at(3)) }],
    },
    {
      call: scheduleMeetingCall,
      input: { id: b.id, slot: at(4), zone, seen: at(0) },
      wanted: [
        {
          email: b.email,
          history: ['meeting booked', 'meeting moved', ...received],
          told: ['lead.changed', ...created],
          mails: 2,
          meeting: meeting(at(4)),
        },
      ],
    },
    {
      call: cancelMeetingCall,
      input: { id: c.id, startsAt: at(1) },
      wanted: [
        {
          email: c.email,
          history: ['meeting booked', 'meeting cancelled', ...received],
          told: ['lead.changed', 'lead.changed', ...created],
          mails: 2,
          meeting: meeting(at(1), 'cancelled'),
        },
      ],
    },
    {
      call: severalCalls.lead.several,
      input: { key: randomUUID(), change: { what: 'spam' }, rows: [{ id: d.id, version: 1 }] },
      wanted: [
        {
          email: d.email,
          history: ['marked as spam', 'meeting booked', 'meeting cancelled', ...received],
          told: ['lead.changed', ...created, 'lead.spam'],
          mails: 1,
          isSpam: true,
          meeting: meeting(at(2), 'cancelled'),
        },
      ],
    },
  ];
}

type Groups = Record<'state' | 'owner' | 'undone' | 'handed', Made[]>;

async function severalPresses({ press, colleague, leaver }: StaffRound, groups: Groups): Promise<StaffPress[]> {
  const { several, undoSeveral } = severalCalls.lead;
  const asked = (made: readonly Made[], change: CallInput<typeof several>['change'], version = 0) => ({
    key: randomUUID(),
    change,
    rows: made.map(({ id }) => ({ id, version })),
  });
  const contacted = asked(groups.undone, { what: 'state', state: 'contacted' });
  await press(several, contacted);
  await press(several, asked(groups.handed, { what: 'owner', owner: leaver }));
  const wanted = (made: readonly Made[], one: Omit<WantedLead, 'email' | 'mails'>) =>
    made.map(({ email }) => ({ email, mails: 0, ...one }));
  const changed = ['lead.changed', ...created];
  return [
    {
      call: several,
      input: asked(groups.state, { what: 'state', state: 'contacted' }),
      wanted: wanted(groups.state, { history: [...received, 'state changed'], told: changed, work: { state: 'contacted' } }),
    },
    {
      call: several,
      input: asked(groups.owner, { what: 'owner', owner: colleague }),
      wanted: wanted(groups.owner, {
        history: ['assigned', ...received],
        told: changed,
        notices: [colleague],
        work: { owner: colleague },
      }),
    },
    {
      call: undoSeveral,
      input: { key: contacted.key },
      wanted: wanted(groups.undone, {
        history: [...received, 'state changed', 'state changed'],
        told: ['lead.changed', ...changed],
        work: { state: 'new' },
      }),
    },
    {
      call: handOverCall,
      input: { id: leaver, to: colleague },
      wanted: wanted(groups.handed, {
        history: ['assigned', 'assigned', ...received],
        told: ['lead.changed', ...changed],
        notices: [leaver, colleague],
        work: { owner: colleague },
      }),
    },
  ];
}

function singlePresses({ name, presser }: StaffRound, [mended, awaited]: Made[]): StaffPress[] {
  const linked = ['fresh link asked for', 'verification mail sent'];
  const made = { name: 'Grace', surname: 'Hopper', email: `grace@${name}.example` };
  const email = `mended@${name}.example`;
  return [
    {
      call: makeLeadCall,
      input: { ...made, key: randomUUID(), means: 'telephone', agreed: '', sendsLink: true },
      wanted: [
        {
          email: made.email,
          history: [...received, 'assigned', 'made by hand', ...linked],
          told: ['lead.changed', ...created],
          mails: 1,
          work: { owner: presser },
        },
      ],
    },
    {
      call: correctLeadCall,
      input: { id: present(mended).id, version: 0, corrections: { email } },
      wanted: [{ email, history: [...received, 'corrected', ...linked], told: ['lead.corrected', ...created], mails: 1 }],
    },
    {
      call: leadWork.comeBack,
      input: { id: present(awaited).id, version: 0, day: '2030-01-01', why: 'Asked for the autumn' },
      wanted: [
        {
          email: present(awaited).email,
          history: ['come back', ...received],
          told: created,
          mails: 0,
          work: { come_back: '2030-01-01' },
        },
      ],
    },
  ];
}
