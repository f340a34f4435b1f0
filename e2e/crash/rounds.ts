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
  /** Lets staff's notices wait until their turn, as much as two minutes; otherwise they are released by hand. */
  patient?: boolean;
  onRound?: (round: number, journal: Journal) => void;
};

export type RoundsResult = ReturnType<typeof journalCounts> & {
  verified: number;
  mails: number;
  /** Mails that came more than once: killed between the mail server's yes and its record. Each has the Message-ID of the first. */
  repeatedMails: number;
  /** Seconds from the last start until nothing was left to do. */
  settledIn: number;
  faults: string[];
};

/** When a kill falls: while the server starts, wherever it falls, after a first answer, a first mail with a link, a first button. */
type Moment = 'start' | 'anywhere' | 'answer' | 'mail' | 'press';

/** Every eight kills, those between the first and the last in another order. */
const FIRST: Moment = 'mail';
const BETWEEN: readonly Moment[] = ['mail', 'start', 'anywhere', 'answer', 'answer', 'answer'];
const LAST: Moment = 'press';
/** The longest until the kill once its moment has come, milliseconds: most are short, so that many fit in. */
const LONGEST: Record<Moment, number> = { start: 300, anywhere: 400, answer: 400, mail: 800, press: 400 };

/**
 * Kills a server under load, as many times as there are rounds, each at a moment of its own; then starts it once more, lets it finish
 * what it has, and says what is not as it must be.
 */
export async function killRounds({ data, rounds, seed, patient = false, onRound }: RoundsOptions): Promise<RoundsResult> {
  const random = seeded(seed);
  const journal = newJournal();
  // Files on one store, a mail server on the other: both ways out see the kills.
  const peer = data.kind === 'postgres' ? await startPeer() : undefined;
  const all: InboxMail[] = [];
  const links: InboxMail[] = [];
  const inbox = remembering(peer ? peerInbox(peer) : folderInbox(data.dataDir), all);
  // A machine that does much else refuses hardly a form: a kill costs it its answer.
  const env = { ...data.settings, DATABASE_WAIT_MS: '30000', LOG_LEVEL: 'warn', ...(peer && { MAIL_URL: peer.url }) };
  const launch = () => launchServer({ dataDir: data.dataDir, env });
  try {
    for (const [index, moment] of moments(rounds, random).entries()) {
      const server = await launch();
      const { refused } = journalCounts(journal);
      await killAt(moment, server, { url: server.url, journal, inbox, links, random });
      // Refused for one reason alone, and the operator knows it.
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
    return [FIRST, ...drawn.map(({ moment }) => moment), LAST];
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
  const server = await startServer({ dataDir: data.dataDir, env });
  try {
    const began = performance.now();
    // A worker's lease of 15 s must run out before others take its jobs over.
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

/** As `npm run jobs -- retry ID` does: one whose mail lists all that wait, and then the others, which find that staff were told. */
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
