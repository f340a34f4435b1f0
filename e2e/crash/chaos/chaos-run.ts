import { openFakeS3, type FakeS3 } from '../../../server/files/s3-double.testing.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { launchServer, type RunningServer } from '../../fixtures/server.ts';
import { audit } from '../audit.ts';
import { journalCounts, newJournal } from '../journal.ts';
import { seeded } from '../random.ts';
import { startPeer, type Peer } from '../smtp-peer.ts';
import { pause, until } from '../wait-until.ts';
import type { PatroniCluster } from './patroni-cluster.ts';
import { sendToAll } from './steady-visitors.ts';

export type ChaosOptions = {
  cluster: PatroniCluster;
  seconds: number;
  seed: number;
  /** Seconds between two kills. */
  serverKills: number;
  primaryKills: number;
  senders?: number;
  /** Seconds that a job may be overdue before it counts as stuck. */
  patience?: number;
  onKill?: (told: object) => void;
};

export type ChaosResult = {
  sent: number;
  accepted: number;
  repeated: number;
  applications: number;
  mails: number;
  /** Mails that were sent twice because the server was killed after the mail server's acceptance and before recording it. */
  repeatedMails: number;
  serverKills: number;
  primaryKills: number;
  restarts: number;
  /** Seconds from each loss of the primary to the next form that was answered 201. */
  failovers: number[];
  /** The longest time in seconds that a job was overdue while the database answered. */
  longestOverdue: number;
  faults: string[];
};

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

const MINUTE = 60_000;

/** Runs three servers on a cluster with automatic failover, under load, and kills servers and primaries. The result lists every fault found. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { cluster, seed } = options;
  const random = seeded(seed);
  const [peer, bucket] = [await startPeer(), await openFakeS3()];
  const site = createSite(cluster, { peer, bucket });
  const store = await openStore({ dataDir: '/nowhere', databaseUrl: cluster.hosts, log: silent });
  try {
    await site.startAll();
    await wholeAgain(cluster);
    const journal = newJournal();
    const visitors = sendToAll({ urls: site.urls(), journal, senders: options.senders ?? 12, random, hasMail: mailsOf(peer) });
    const overdue = watchOverdue(store);
    const told = await breakThings(options, { site, random, acceptedAt: visitors.acceptedAt });
    await wholeAgain(cluster);
    await visitors.stop();
    await until('every job to be done', () => nothingLeft(store), 5 * MINUTE);
    const longestOverdue = (await overdue.stop()) / 1000;
    const mails = peer.mails.filter(({ to }) => to.endsWith('@visitors.example'));
    const copies = Map.groupBy(mails, ({ to, messageId }) => `${to} ${messageId}`);
    const often = [...copies].filter(([, all]) => all.length > 2).map(([mail, all]) => `${mail} came ${all.length} times`);
    const late = longestOverdue > (options.patience ?? 60) ? [`a job was ${longestOverdue.toFixed(0)} s overdue`] : [];
    const { accepted, sent, repeated } = journalCounts(journal);
    return {
      ...told,
      sent,
      accepted,
      repeated,
      applications: visitors.applications.length,
      mails: mails.length,
      repeatedMails: mails.length - copies.size,
      longestOverdue,
      faults: [...(await auditForms(store, journal, peer)), ...(await auditFiles(store, visitors.applications, bucket)), ...often, ...late],
    };
  } finally {
    await site.stop();
    await store.close();
    await peer.close();
    await bucket.close();
  }
}

function mailsOf(peer: Peer): (email: string) => boolean {
  const reached = new Set<string>();
  let seen = 0;
  return (email) => {
    for (; seen < peer.mails.length; seen += 1) reached.add(peer.mails[seen]!.to);
    return reached.has(email);
  };
}

type Site = ReturnType<typeof createSite>;

/** Two servers connect by the list of hosts, one through HAProxy. */
function createSite(cluster: PatroniCluster, { peer, bucket }: { peer: Peer; bucket: FakeS3 }) {
  const servers: RunningServer[] = [];
  const start = async (index: number): Promise<void> => {
    const before = servers[index];
    const env = {
      DATABASE_URL: index === 0 ? cluster.proxied : cluster.hosts,
      FILES_URL: bucket.setting,
      MAIL_URL: peer.url,
      LOG_LEVEL: 'warn',
    };
    const again = before && { port: Number(new URL(before.url).port), dataDir: before.dataDir };
    const { listens, ...server } = await launchServer({ env, ...again });
    servers[index] = server;
    await listens;
  };
  return {
    urls: () => servers.map(({ url }) => url),
    startAll: async () => {
      for (const index of [0, 1, 2]) await start(index);
      for (const { url } of servers) {
        await until(
          'ready',
          async () => ((await fetch(`${url}/readyz/forms`).catch(() => undefined))?.status === 200 ? true : undefined),
          MINUTE,
        );
      }
    },
    killOne: async (random: () => number) => {
      const index = Math.floor(random() * servers.length);
      await servers[index]!.kill();
      await start(index);
    },
    stop: async () => void (await Promise.all(servers.map((server) => server.kill()))),
  };
}

type Told = Pick<ChaosResult, 'serverKills' | 'primaryKills' | 'restarts' | 'failovers'>;

async function breakThings(
  { cluster, seconds, serverKills, primaryKills, onKill }: ChaosOptions,
  { site, random, acceptedAt }: { site: Site; random: () => number; acceptedAt: readonly number[] },
): Promise<Told> {
  const told: Told = { serverKills: 0, primaryKills: 0, restarts: 0, failovers: [] };
  const end = performance.now() + seconds * 1000;
  const over = (): boolean => performance.now() > end;
  const servers = async (): Promise<void> => {
    for (;;) {
      await pause(serverKills * 500 * (1 + random()));
      if (over()) return;
      await site.killOne(random);
      told.serverKills += 1;
      onKill?.({ ...told, accepted: acceptedAt.length });
    }
  };
  const primaries = async (): Promise<void> => {
    while (!over()) {
      await pause(primaryKills * 250);
      const primary = await untilOn(cluster, 'a primary', () => cluster.primary());
      // Alternates between killing the node and only its PostgreSQL, which Patroni restarts.
      const whole = told.restarts >= told.primaryKills;
      if (whole) cluster.killNode(primary);
      else cluster.restartPostgres(primary);
      told[whole ? 'primaryKills' : 'restarts'] += 1;
      const lostAt = performance.now();
      const back = await untilOn(cluster, 'a form to be taken again', () => acceptedAt.find((at) => at > lostAt + 500));
      told.failovers.push(Math.round(back - lostAt) / 1000);
      if (whole) cluster.startNode(primary);
      await wholeAgain(cluster);
      await pause(primaryKills * 250);
    }
  };
  await Promise.all([servers(), primaries()]);
  return told;
}

async function wholeAgain(cluster: PatroniCluster): Promise<void> {
  await untilOn(cluster, 'the cluster to be whole', async () => ((await cluster.isWhole()) ? true : undefined));
}

async function untilOn<T>(cluster: PatroniCluster, what: string, ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  return await until(what, ask, 3 * MINUTE).catch(async ({ message }: Error) => {
    throw new Error(`${message}. The cluster says:\n${await cluster.describe()}`);
  });
}

/** Measures every second how long the oldest job is overdue. Times without a database do not count. */
function watchOverdue(store: Store): { stop: () => Promise<number> } {
  let most = 0;
  const stopping = new AbortController();
  const look = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await store
        .readClock()
        .then(async () => {
          const oldest = await store.db
            .selectFrom('jobs')
            .select((eb) => eb.fn.min('run_at').as('at'))
            .where('status', 'in', ['ready', 'running'])
            .executeTakeFirst();
          if (oldest?.at) most = Math.max(most, store.now() - oldest.at);
        })
        .catch(() => undefined);
      await pause(1000);
    }
  };
  const done = look();
  return {
    stop: async () => {
      stopping.abort();
      await done;
      return most;
    },
  };
}

async function nothingLeft(store: Store): Promise<true | undefined> {
  const left = await store.db
    .selectFrom('jobs')
    .select('id')
    .where('status', 'in', ['ready', 'running'])
    .where((eb) => eb.or([eb('status', '=', 'running'), eb('run_at', '<=', store.now())]))
    .limit(1)
    .execute()
    .catch(() => undefined);
  return left?.length === 0 ? true : undefined;
}

async function auditForms(store: Store, journal: ReturnType<typeof newJournal>, peer: Peer): Promise<string[]> {
  const faults = await audit(store, journal, peer.mails);
  // Applications are checked separately; their notices are sent later.
  return faults.filter((fault) => !/^(\S+@applicants\.example|job \S+ \(recruiting\.)/.test(fault));
}

async function auditFiles(store: Store, emails: readonly string[], bucket: FakeS3): Promise<string[]> {
  const rows = await store.db
    .selectFrom('leads')
    .innerJoin('files', 'files.lead_id', 'leads.id')
    .select(['leads.email', 'files.key', 'files.size'])
    .where('leads.email', 'like', '%@applicants.example')
    .execute();
  const byEmail = Map.groupBy(rows, ({ email }) => email);
  const lost = emails
    .filter((email) => byEmail.get(email)?.length !== 1)
    .map((email) => `${email}: ${byEmail.get(email)?.length ?? 0} applications`);
  const missing = rows.filter(({ key, size }) => bucket.objects.get(`cvs/${key}`)?.length !== size).map(({ email }) => `${email}: no CV`);
  return [...lost, ...missing];
}
