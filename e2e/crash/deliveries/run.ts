import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startReceiver, type Behaviour, type Received } from '../../../server/deliveries/receiver.testing.ts';
import { startCluster } from '../../../server/store/database/postgres.testing.ts';
import { commandLine, startServer, type RunningServer } from '../../fixtures/server.ts';
import { markVerified } from '../../../server/leads/confirmation/confirm-link.ts';
import type { Store } from '../../../server/store/store.ts';
import { connect } from '../client.ts';
import { demoRequest, formPath } from '../demo-form.ts';
import { makeServerData } from '../server-data.ts';
import { pause, until } from '../wait-until.ts';

/** The events of each request, in this order. */
const types = ['lead.created', 'lead.verified', 'consent.given'];

const HELP = `Three servers on one PostgreSQL tell a receiver that fails now and then of every request, and are killed with SIGKILL one after the other
under load: looks whether an event was lost, came with another id, or out of order.

Usage: npm run test:deliveries -- [--kills N]

  --kills N   [30]`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { kills: { type: 'string', default: '30' }, help: { type: 'boolean' } } });
  const kills = Number(values.kills);
  if (values.help === true || !Number.isInteger(kills) || kills < 1) {
    console.log(HELP);
    return values.help === true ? 0 : 2;
  }
  const cluster = await startCluster();
  if (cluster === undefined) {
    console.log('*** PostgreSQL was not found: SKIPPED. On Debian: apt-get install postgresql ***');
    return 0;
  }
  try {
    const faults = await killAndCount(kills, cluster.url);
    for (const fault of faults.slice(0, 50)) console.log(`  FAULT ${fault}`);
    console.log(faults.length === 0 ? '  nothing lost, nothing out of order, one id each' : `  ${faults.length} faults`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await cluster.stop();
  }
}

async function killAndCount(kills: number, cluster: string): Promise<string[]> {
  const places = await Promise.all([1, 2, 3].map(() => makeServerData('postgres', cluster)));
  const database = places[0]!.settings.DATABASE_URL!;
  const start = (n: number) =>
    startServer({
      dataDir: places[n]!.dataDir,
      env: { ...places[n]!.settings, DATABASE_URL: database, WEBHOOKS_PRIVATE: 'allow', LOG_LEVEL: 'error' },
    });
  const late: number[] = [];
  const receiver = await startReceiver(unsteady(late));
  const servers: RunningServer[] = [await start(0), await start(1), await start(2)];
  await commandLine(servers[0]!, ['webhooks', 'add', receiver.url, '--events', types.join()]);
  const accepted = new Set<string>();
  const load = new AbortController();
  // Aborted later than `load`, so that requests still under way are confirmed, too.
  const answered = new AbortController();
  const sending = Promise.all([0, 1, 2].map((n) => sendRequests(() => servers[n]!.url, { accepted, until: load.signal }, `s${n}`)));
  const confirming = places[0]!.inside((store) => confirmAll(store, { accepted, until: answered.signal }));
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(randomInt(300, 2500));
    const n = randomInt(3);
    await servers[n]!.kill();
    servers[n] = await start(n);
    if (kill % 10 === 0) console.log(`  ${kill} kills, ${accepted.size} requests, ${receiver.asked.length} deliveries tried`);
  }
  load.abort();
  await sending;
  answered.abort();
  await confirming;
  // The leases of killed servers end after a minute; retries after failures may be minutes later.
  const began = performance.now();
  await until('every event', () => (incomplete(receiver.taken, accepted).length === 0 ? true : undefined), 600_000).catch(() => undefined);
  console.log(`  ${JSON.stringify({ kills, requests: accepted.size, tried: receiver.asked.length, taken: receiver.taken.length })}`);
  console.log(`  all told ${Math.round((performance.now() - began) / 1000)} s after the last request`);
  const sorted = late.toSorted((one, other) => one - other);
  const [half, most, longest] = [0.5, 0.95, 1].map((part) => Math.round(sorted[Math.ceil(part * sorted.length) - 1]! / 1000));
  console.log(`  from an event to its being taken: half in ${half} s, 95 of 100 in ${most} s, the last in ${longest} s`);
  await Promise.all(servers.map((server) => server.stop()));
  await receiver.close();
  for (const place of places) await place.discard();
  return [...incomplete(receiver.taken, accepted), ...renamed(receiver.asked)];
}

/**
 * Fails one in ten events on the first attempt, in several ways. More failures would pause the endpoint for minutes, by design.
 * @param late gets the milliseconds from each event to its first acceptance
 */
function unsteady(late: number[]): (request: Received) => Behaviour {
  const manners: readonly Behaviour[] = [{ status: 500 }, 'reset', { status: 302, headers: { location: '/' } }, { status: 429 }];
  const seen = new Set<string>();
  const taken = new Set<string>();
  return ({ id, body }) => {
    const first = !seen.has(id);
    seen.add(id);
    if (first && randomInt(10) === 0) return manners[randomInt(manners.length)]!;
    if (!taken.has(id)) late.push(Date.now() - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp));
    taken.add(id);
    return { status: 204 };
  };
}

type Load = { accepted: Set<string>; until: AbortSignal };

/** Sends requests to a server, which changes its address with each restart, and collects the accepted ones. */
async function sendRequests(url: () => string, { accepted, until: end }: Load, label: string): Promise<void> {
  for (let n = 0; !end.aborted; n += 1) {
    const client = connect(url());
    const answer = await client.postForm(formPath, demoRequest(`${label}-${n}@deliveries.example`)).catch(() => undefined);
    client.close();
    if (answer?.status === 201) accepted.add((JSON.parse(answer.text) as { id: string }).id);
    await pause(randomInt(40, 160));
  }
}

/** Confirms every accepted request, as its link would. */
async function confirmAll(store: Store, { accepted, until: end }: Load): Promise<void> {
  await store.migrate();
  const confirmed = new Set<string>();
  while (!end.aborted || confirmed.size < accepted.size) {
    for (const id of accepted) {
      if (confirmed.has(id)) continue;
      await store.begin((tx) => markVerified(tx, id, store.now()));
      confirmed.add(id);
    }
    await pause(100);
  }
}

/** Requests whose events are incomplete or out of order. For an event received twice, the first time counts. */
function incomplete(taken: readonly Received[], accepted: ReadonlySet<string>): string[] {
  const byLead = Map.groupBy(taken, ({ leadId }) => leadId);
  return [...accepted].flatMap((id) => {
    const told = [...new Set((byLead.get(id) ?? []).map(({ type }) => type))].join();
    return told === types.join() ? [] : [`${id}: ${told}`];
  });
}

/** Events that were sent under several ids, and ids that were used for several bodies. */
function renamed(asked: readonly Received[]): string[] {
  const ids = Map.groupBy(asked, ({ leadId = '', type }) => `${leadId} ${type}`);
  const bodies = Map.groupBy(asked, ({ id }) => id);
  return [...ids, ...bodies].flatMap(([name, same]) =>
    new Set(same.map(({ id, body }) => `${id} ${body}`)).size === 1 ? [] : [`${name} had several ids or bodies`],
  );
}
