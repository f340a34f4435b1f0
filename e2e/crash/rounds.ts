import { commandLine, launchServer, startServer, type RunningServer } from '../fixtures/server.ts';
import { audit } from './audit.ts';
import { folderInbox, peerInbox, type Inbox, type Mail } from './inbox.ts';
import { countsOf, newJournal, type Journal } from './journal.ts';
import { startPeer } from './peer.ts';
import type { Place } from './place.ts';
import { seeded } from './random.ts';
import { pause, until } from './until.ts';
import { visit } from './visitors.ts';

export type RoundsOptions = {
  place: Place;
  rounds: number;
  seed: number;
  /** Called after each round. */
  onRound?: (round: number, journal: Journal) => void;
};

export type RoundsResult = ReturnType<typeof countsOf> & {
  verified: number;
  mails: number;
  /** Mails that came more than once: killed between the mail server's yes and its record. Each has the Message-ID of the first. */
  repeatedMails: number;
  /** Seconds from the last start until nothing was left to do. */
  settledIn: number;
  faults: string[];
};

/** One kill in so many falls into the start. */
const IN_START = 0.15;
const LONGEST_START = 300;
/** Most are short, so that many kills fit in; the mails begin to leave a little later. */
const SHORT_RUN = 400;
const LONG_RUN = 1500;

/**
 * Kills a server under load, as many times as there are rounds, each at a moment of its own; then starts it once more, lets it finish
 * what it has, and says what is not as it must be.
 */
export async function killRounds({ place, rounds, seed, onRound }: RoundsOptions): Promise<RoundsResult> {
  const random = seeded(seed);
  const journal = newJournal();
  // Files on one store, a mail server on the other: both ways out see the kills.
  const peer = place.kind === 'postgres' ? await startPeer() : undefined;
  const all: Mail[] = [];
  const links: Mail[] = [];
  const inbox = remembering(peer ? peerInbox(peer) : folderInbox(place.dataDir), all);
  const env = { ...place.settings, LOG_LEVEL: 'warn', ...(peer && { MAIL_URL: peer.url }) };
  const launch = () => launchServer({ dataDir: place.dataDir, env });
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const server = await launch();
      await killAtSomeMoment(server, random, () => visit({ url: server.url, journal, inbox, links, random }));
      onRound?.(round, journal);
    }
    const { settledIn, listed } = await finish(place, env);
    await inbox.fresh();
    const faults = await place.inside((store) => audit(store, journal, all));
    const stored = await place.inside((store) => store.db.selectFrom('leads').select(['id', 'status']).execute());
    const unlisted = stored.filter(({ id }) => !listed.has(id)).map(({ id }) => `${id}: npm run leads does not list it`);
    return {
      ...countsOf(journal),
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

async function killAtSomeMoment(server: RunningServer & { listens: Promise<void> }, random: () => number, load: () => Promise<void>) {
  if (random() < IN_START) {
    await Promise.race([pause(random() * LONGEST_START), server.listens]);
    await server.kill();
    return;
  }
  await server.listens;
  const loaded = load();
  await pause(random() * (random() < 0.25 ? LONG_RUN : SHORT_RUN));
  await server.kill();
  await loaded;
}

/** Lets a last server do what is left, and asks the command line what there is. */
async function finish(place: Place, env: Record<string, string>): Promise<{ settledIn: number; listed: Set<string> }> {
  const server = await startServer({ dataDir: place.dataDir, env });
  try {
    const began = performance.now();
    // A worker's lease of 15 s must run out before others take its jobs over.
    await until('every job to be settled', () => place.inside(async (store) => ((await unsettled(store.db)) ? undefined : true)), 180_000);
    const settledIn = (performance.now() - began) / 1000;
    const leads = JSON.parse(await commandLine(server, ['leads', '--json'])) as Array<{ id: string }>;
    return { settledIn, listed: new Set(leads.map((lead) => lead.id)) };
  } finally {
    await server.stop();
  }
}

async function unsettled(db: Parameters<Parameters<Place['inside']>[0]>[0]['db']): Promise<boolean> {
  const one = await db.selectFrom('jobs').select('id').where('status', 'in', ['ready', 'running']).limit(1).executeTakeFirst();
  return one !== undefined;
}

function remembering(inbox: Inbox, all: Mail[]): Inbox {
  return {
    fresh: async () => {
      const mails = await inbox.fresh();
      all.push(...mails);
      return mails;
    },
  };
}
