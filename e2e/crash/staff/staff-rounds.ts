import { encodeCall } from '../../../contract/calls/desk/call-request.ts';
import type { Call, CallOutput } from '../../../contract/calls/desk/call.ts';
import { workingRoles } from '../../../contract/desk/roles.ts';
import { addEndpoint } from '../../../server/deliveries/endpoints.ts';
import { retryJob } from '../../../server/queue/job-queue.ts';
import { insertAccount } from '../../../server/staff/accounts.ts';
import { cookieName } from '../../../server/staff/sign-in/cookies.ts';
import { beginSession } from '../../../server/staff/sign-in/sessions.ts';
import { freePort } from '../../../server/testing/free-port.testing.ts';
import type { Store } from '../../../server/store/store.ts';
import { startServer, type RunningServer } from '../../fixtures/server.ts';
import { ask, type ServerAnswer } from '../client.ts';
import { folderInbox, peerInbox, type InboxMail } from '../inbox.ts';
import { seeded } from '../random.ts';
import type { ServerData } from '../server-data.ts';
import { startPeer } from '../smtp-peer.ts';
import { pause, until } from '../wait-until.ts';
import { auditPresses } from './audit-presses.ts';
import { preparePresses, type StaffPress, type StaffRound } from './staff-presses.ts';

export type StaffRoundsOptions = {
  data: ServerData;
  rounds: number;
  seed: number;
  onRound?: (round: number, counts: StaffCounts) => void;
};

/** `cut`: presses whose answer the kill took. */
export type StaffCounts = { pressed: number; cut: number };

/** Open on every weekday and far ahead, so that each round has times of its own. */
const hours = { BOOKING_HOURS: 'Mon-Sun 00:00-24:00', BOOKING_ZONE: 'Europe/Rome', BOOKING_DAYS: '60' };
/** The longest delay from an answer to the kill, in milliseconds. */
const LONGEST = 30;

/**
 * Presses what staff can press of meetings, of several leads and of single ones, all at once, and kills the server between the presses and the answers;
 * then starts it again and presses once more what was not answered, as staff do. Once all is done, lists every fault.
 */
export async function killStaffRounds({ data, rounds, seed, onRound }: StaffRoundsOptions): Promise<StaffCounts & { faults: string[] }> {
  const random = seeded(seed);
  const peer = data.kind === 'postgres' ? await startPeer() : undefined;
  const port = await freePort();
  // A long wait for the database, so that a busy machine rarely refuses what is pressed.
  const env = {
    ...data.settings,
    ...hours,
    ...(peer && { MAIL_URL: peer.url }),
    DESK_PORT: String(port),
    DATABASE_WAIT_MS: '30000',
    LOG_LEVEL: 'warn',
  };
  const start = () => startServer({ dataDir: data.dataDir, env });
  let server = await start();
  try {
    const staff = await addStaff(data);
    const all: StaffPress[] = [];
    let cut = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const send = await signIn(data, `http://localhost:${port}`, staff.presser);
      const press: StaffRound['press'] = async (call, input) => answered(call, await send(call, input));
      const presses = await preparePresses({ ...staff, name: `round${round}`, inside: (look) => data.inside(look), press });
      const left = await killMeanwhile(server, presses, { send, random });
      server = await start();
      for (const { call, input } of left) await press(call, input as never);
      all.push(...presses);
      cut += left.length;
      onRound?.(round, { pressed: all.length, cut });
    }
    await settle(data);
    const inbox = peer ? peerInbox(peer) : folderInbox(data.dataDir);
    const mails: InboxMail[] = [];
    const faults = async (store: Store) => {
      mails.push(...(await inbox.fresh()));
      return auditPresses(store, all, mails);
    };
    return await data.inside(async (store) => {
      // What follows from a lead's history comes after its jobs.
      await until('what follows', async () => ((await faults(store)).length === 0 ? true : undefined), 30_000).catch(() => undefined);
      await server.stop();
      return { pressed: all.length, cut, faults: await faults(store) };
    });
  } finally {
    await server.stop();
    await peer?.close();
  }
}

async function addStaff(data: ServerData): Promise<Pick<StaffRound, 'presser' | 'colleague' | 'leaver'>> {
  const now = Date.now();
  const told = ['lead.created', 'lead.changed', 'lead.corrected', 'lead.spam'] as const;
  return data.inside(async ({ db }) => {
    await addEndpoint(db, { kind: 'webhook', url: 'https://nobody.example/hook', events: told, now });
    const add = (name: string) => insertAccount(db, { name, address: `${name}@staff.internal`, roles: workingRoles, state: 'active', now });
    return { presser: await add('ada'), colleague: await add('bob'), leaver: await add('carl') };
  });
}

type Send = (call: Call, input: unknown) => Promise<ServerAnswer>;

/** Begins a session for each round, because handing over needs a fresh sign-in. */
async function signIn(data: ServerData, origin: string, accountId: string): Promise<Send> {
  const begun = { accountId, way: 'link', device: 'A browser', now: Date.now(), replaces: undefined } as const;
  const token = await data.inside(({ db }) => beginSession(db, begun));
  const headers = {
    origin,
    host: new URL(origin).host,
    cookie: `${cookieName(origin, 'session')}=${token}`,
    'content-type': 'application/json',
  };
  return (call, input) => {
    const { method, path, body } = encodeCall(call, input as never);
    return ask(origin, method, path, body, headers);
  };
}

function answered<C extends Call>(call: C, { status, text }: ServerAnswer, log = ''): CallOutput<C> {
  if (status !== 200) throw new Error(`${call.name} was answered ${status}: ${text} ${log.slice(-2000)}`);
  return JSON.parse(text) as CallOutput<C>;
}

/** Kills the server once some of the presses are answered, perhaps none. @returns those that were not */
async function killMeanwhile(
  server: RunningServer,
  presses: readonly StaffPress[],
  { send, random }: { send: Send; random: () => number },
): Promise<StaffPress[]> {
  const most = Math.floor(random() * presses.length);
  let count = 0;
  const sent = presses.map(async (press) => {
    const answer = await send(press.call, press.input).catch(() => undefined);
    if (answer !== undefined) count += 1;
    return { press, answer };
  });
  await until('answers', () => (count >= most ? true : undefined));
  await pause(random() * LONGEST);
  await server.kill();
  return (await Promise.all(sent)).flatMap(({ press, answer }) => {
    // The only acceptable reason for a 503, which must be in the log.
    if (answer?.status === 503 && server.output().includes('the store does not answer')) return [press];
    if (answer !== undefined) answered(press.call, answer, server.output());
    return answer === undefined ? [press] : [];
  });
}

/** Ends the leases of killed servers, and runs at once the jobs that wait for their time. */
async function settle(data: ServerData): Promise<void> {
  await data.inside(async ({ db }) => {
    await db.updateTable('jobs').set({ locked_until: 0 }).where('status', '=', 'running').execute();
    await until('every job to be settled', async () => {
      const left = await db.selectFrom('jobs').select(['id', 'status', 'run_at']).where('status', 'in', ['ready', 'running']).execute();
      for (const { id, status, run_at: at } of left) if (status === 'ready' && at > Date.now()) await retryJob(db, id);
      return left.length === 0 ? true : undefined;
    });
  });
}
