import { retryJob } from '../../server/queue/job-queue.ts';
import type { Store } from '../../server/store/store.ts';
import { commandLine, launchServer, startServer, type RunningServer } from '../fixtures/server.ts';
import { audit } from './audit.ts';
import { folderInbox, peerInbox, type Inbox, type InboxMail } from './inbox.ts';
import { journalCounts, newJournal, type Journal } from './journal.ts';
import { startPeer } from './smtp-peer.ts';
import type { ServerData } from './server-data.ts';
import { seeded } from './random.ts';
import { pause, until } from './wait-until.ts';
import { takeLinks, visit, type Visit } from './visitors.ts';

export type RoundsOptions = {
  data: ServerData;
  rounds: number;
  seed: number;
  /** Waits up to two minutes for the notices to staff, and for the leases of killed servers; otherwise the run itself ends both. */
  patient?: boolean;
  onRound?: (round: number, journal: Journal) => void;
};

export type RoundsResult = ReturnType<typeof journalCounts> & {
  verified: number;
  mails: number;
  /**
   * Mails that were sent again because the server was killed after the mail server's acceptance and before recording it. Each repeats the Message-ID
   * of the first.
   */
  repeatedMails: number;
  /** Seconds from the last start until no work was left. */
  settledIn: number;
  faults: string[];
};

/** When the server is killed: during its start, at any time, or after a first answer, a first mail with a link, a first pressed button. */
type Moment = 'start' | 'anywhere' | 'answer' | 'mail' | 'press';

/** The moments of every five kills: FIRST, those of BETWEEN shuffled, LAST. Fewer kills leave out some of BETWEEN. */
const FIRST: Moment = 'mail';
const BETWEEN: readonly Moment[] = ['start', 'anywhere', 'answer'];
const LAST: Moment = 'press';
/** The longest delay from the moment to the kill, in milliseconds. Mostly short, so that many kills fit in. */
const LONGEST: Record<Moment, number> = { start: 300, anywhere: 400, answer: 400, mail: 800, press: 400 };

/** Kills a server under load, once in each round, at varying moments; then starts it again, lets it finish its work, and lists every fault. */
export async function killRounds({ data, rounds, seed, patient = false, onRound }: RoundsOptions): Promise<RoundsResult> {
  const random = seeded(seed);
  const journal = newJournal();
  // Mails go to files on one store and to a mail server on the other, so that both ways are tested.
  const peer = data.kind === 'postgres' ? await startPeer() : undefined;
  const all: InboxMail[] = [];
  const links: InboxMail[] = [];
  const inbox = remembering(peer ? peerInbox(peer) : folderInbox(data.dataDir), all);
  // A long wait for the database, so that a busy machine rarely refuses forms.
  const env = { ...data.settings, DATABASE_WAIT_MS: '30000', LOG_LEVEL: 'warn', ...(peer && { MAIL_URL: peer.url }) };
  const launch = () => launchServer({ dataDir: data.dataDir, env });
  try {
    for (const [index, moment] of moments(rounds, random).entries()) {
      const server = await launch();
      const { refused } = journalCounts(journal);
      await killAt(moment, server, { url: server.url, journal, inbox, links, random });
      // The only acceptable reason for a 503, which must be in the log.
      if (journalCounts(journal).refused > refused && !server.output().includes('the store does not answer'))
        journal.surprises.push(`forms were answered 503, and the log does not say why: ${server.output().slice(-500)}`);
      onRound?.(index + 1, journal);
    }
    const { settledIn, listed } = await finish(data, env, patient);
    await inbox.fresh();
    const faults = await data.inside((store) => audit(store, journal, all));
    const stored = await data.inside((store) => store.db.selectFrom('leads').select(['id', 'status']).execute());
    const unlisted = stored.filter(({ id }) => !listed.has(id)).map(({ id }) => `${id}: npm run leads does not list it`);
    return {
      ...journalCounts(journal),
      verified: stored.filter((lead) => lead.status === 'verified').length,
      mails: all.length,
      repeatedMails: all.length - new Set(all.map((mail) => `${mail.to} ${mail.messageId}`)).size,
      settledIn,
      faults: [...faults, ...unlisted],
    };
  } finally {
    await peer?.close();
  }
}

function moments(rounds: number, random: () => number): Moment[] {
  const decks = Array.from({ length: Math.ceil(rounds / (BETWEEN.length + 2)) }, () => {
    const drawn = BETWEEN.map((moment) => ({ moment, at: random() })).sort((a, b) => a.at - b.at);
    const between = drawn.map(({ moment }) => moment).slice(0, Math.max(0, rounds - 2));
    return [FIRST, ...between, LAST];
  });
  return decks.flat().slice(0, rounds);
}

async function killAt(moment: Moment, server: RunningServer & { listens: Promise<void> }, load: Visit): Promise<void> {
  const { journal, random } = load;
  const longest = random() * LONGEST[moment];
  if (moment === 'start') {
    await Promise.race([pause(longest), server.listens]);
    await server.kill();
    return;
  }
  await server.listens;
  const [accepted, told] = [journalCounts(journal).accepted, toldCount(journal)];
  const loaded = visit(load);
  if (moment !== 'anywhere') await until('a first answer', () => (journalCounts(journal).accepted > accepted ? true : undefined));
  if (moment === 'mail') await until('a mail with a link', async () => ((await takeLinks(load)) > 0 ? true : undefined));
  if (moment === 'press') {
    await until('a button', async () => {
      await takeLinks(load);
      return toldCount(journal) > told ? true : undefined;
    });
  }
  await pause(longest);
  await server.kill();
  await loaded;
}

function toldCount({ pressed }: Journal): number {
  return [...pressed.values()].filter(({ told }) => told).length;
}

async function finish(
  data: ServerData,
  env: Record<string, string>,
  patient: boolean,
): Promise<{ settledIn: number; listed: Set<string> }> {
  if (!patient) await data.inside(({ db }) => db.updateTable('jobs').set({ locked_until: 0 }).where('status', '=', 'running').execute());
  const server = await startServer({ dataDir: data.dataDir, env });
  try {
    const began = performance.now();
    // The lease of a killed worker (15 s) must expire before others take over its jobs.
    await data.inside((store) => until('every job to be settled', () => allSettled(store.db, patient), 180_000));
    const settledIn = (performance.now() - began) / 1000;
    const leads = JSON.parse(await commandLine(server, ['leads', '--json'])) as Array<{ id: string }>;
    return { settledIn, listed: new Set(leads.map((lead) => lead.id)) };
  } finally {
    await server.stop();
  }
}

async function allSettled(db: Store['db'], patient: boolean): Promise<true | undefined> {
  const left = await db.selectFrom('jobs').select(['id', 'name', 'status', 'run_at']).where('status', 'in', ['ready', 'running']).execute();
  const waits = left.filter((job) => job.name === 'leads.staff-notice' && job.status === 'ready' && job.run_at > Date.now());
  if (!patient && waits.length === left.length) await release(db, waits);
  return left.length === 0 ? true : undefined;
}

/**
 * Releases waiting notices as `npm run jobs -- retry ID` does: first one, whose mail lists all waiting leads, then the others, which have nothing
 * left to send.
 */
async function release(db: Store['db'], waits: ReadonlyArray<{ id: string }>): Promise<void> {
  const untold = await db.selectFrom('notices').select('lead_id').where('told_at', 'is', null).limit(1).executeTakeFirst();
  for (const { id } of untold === undefined ? waits : waits.slice(0, 1)) await retryJob(db, id);
}

function remembering(inbox: Inbox, all: InboxMail[]): Inbox {
  return {
    fresh: async () => {
      const mails = await inbox.fresh();
      all.push(...mails);
      return mails;
    },
  };
}
