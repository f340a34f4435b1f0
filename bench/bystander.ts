import { attackBy, type AttackOrder, type AttackReport } from '../e2e/crash/bystander/attack-by.ts';
import { attacks } from '../e2e/crash/bystander/attacks.ts';
import { MAIL_WITHIN, visitBeside, type BystanderVisit } from '../e2e/crash/bystander/bystander-visit.ts';
import { folderInbox } from '../e2e/crash/inbox.ts';
import { makeServerData, type StoreKind } from '../e2e/crash/server-data.ts';
import { threadMsOf, usageOf } from '../e2e/crash/usage.ts';
import { proxyNames, startProxy, type Proxy, type ProxyName } from '../e2e/fixtures/proxies.ts';
import { startServer } from '../e2e/fixtures/server.ts';
import { asStarted } from '../scripts/run/server-flags.mjs';
import { startCluster } from '../server/store/database/postgres.testing.ts';
import { quantile, type Row, type BenchSection, type SectionOptions } from './results.ts';

/** Budgets: milliseconds for a page while another client attacks. */
const PAGE = { p50: 50, p99: 500 };
const SECONDS = 5;

export const bystander: BenchSection = {
  about: 'pages, forms and mails of others while one client attacks; --behind, --store, --attack and --seconds say how',
  onlyNamed: true,
  run: measureBystander,
};

type Setting = { behind: ProxyName | undefined; store: StoreKind; cluster: string | undefined; seconds: number };

async function measureBystander({ behind, store: kind, attack, seconds }: SectionOptions): Promise<Row[]> {
  const proxy = proxyNames.find((one) => one === behind);
  if (behind !== undefined && proxy === undefined) throw new Error(`--behind is one of ${proxyNames.join(', ')}`);
  const store: StoreKind = kind === 'postgres' ? 'postgres' : 'sqlite';
  const names = attack?.split(',') ?? Object.keys(attacks);
  const unknown = names.filter((name) => !Object.hasOwn(attacks, name));
  if (unknown.length > 0) throw new Error(`There is no attack ${unknown.join(', ')}. There are ${Object.keys(attacks).join(', ')}`);
  const cluster = store === 'postgres' ? await startCluster() : undefined;
  if (store === 'postgres' && cluster === undefined) throw new Error('no PostgreSQL was found');
  const setting = { behind: proxy, store, cluster: cluster?.url, seconds: Number(seconds ?? SECONDS) };
  const rows: Row[] = [];
  try {
    for (const name of names)
      rows.push(await measureOne(name, setting).catch((error: Error) => ({ what: name, value: error.message, ok: false })));
  } finally {
    await cluster?.stop();
  }
  return rows;
}

/** Starts a new server for each attack, so that the previous attack has no effect. */
async function measureOne(name: string, { behind, store, cluster, seconds }: Setting): Promise<Row> {
  const data = await makeServerData(store, cluster);
  // The limits of production.
  const own = { RATE_LIMIT: 'on', FIRST_MAILS_PER_HOUR: undefined, FIRST_MAILS_PER_DAY: undefined, MIN_FILL_MS: undefined };
  const server = await startServer({
    dataDir: data.dataDir,
    env: { ...data.settings, ...own, ...asStarted(), LOG_LEVEL: 'error', ...(behind && { TRUST_PROXY: '1' }) },
  });
  const port = Number(new URL(server.url).port);
  let proxy: Proxy | undefined;
  try {
    proxy = behind && (await startProxy(behind, [server.url]));
    const place = { port: proxy === undefined ? port : Number(new URL(proxy.url).port), tls: proxy !== undefined };
    const inbox = folderInbox(data.dataDir);
    // A visit before the measurement, because some things are made on the first request.
    await visitBeside('first', place, { inbox, seconds: 0.5 });
    const before = await usageOf(server);
    const order: AttackOrder = { attack: name, ...place, from: '127.1.0.2', seconds: seconds + 1 };
    const attacking = attackBy(order);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const seen = await visitBeside('ada', place, { inbox, seconds, worked: () => threadMsOf(server) });
    const attacked = await attacking;
    const after = await usageOf(server);
    return rowOf(name, seen, { attacked, processor: after.seconds - before.seconds, peakMb: after.peakMb, seconds: seconds + 1 });
  } finally {
    await proxy?.stop();
    await server.kill();
    await data.discard();
  }
}

type Costs = { attacked: AttackReport; processor: number; peakMb: number; seconds: number };

function rowOf(
  name: string,
  { pages, work, forms, taken, mails, refused }: BystanderVisit,
  { attacked, processor, peakMb, seconds }: Costs,
): Row {
  const [p50, p99] = [quantile(pages, 0.5), quantile(pages, 0.99)];
  const latest = mails.length < taken ? Infinity : Math.max(0, ...mails);
  const answers = Object.entries(attacked.answers).map(([status, count]) => `${count}×${status}`);
  const costs = `${processor.toFixed(1)} s of processor in ${seconds} s, ${Math.round(peakMb)} MB; sent ${(attacked.sentMb / seconds).toFixed(1)} MB/s: ${answers.join(' ') || 'no answer'}, ${attacked.open} open`;
  return {
    what: `${name}: ${attacks[name]?.about}`,
    value: `page ${p50.toFixed(0)} / ${p99.toFixed(0)} ms (work ${quantile(work, 0.5).toFixed(0)} / ${quantile(work, 0.99).toFixed(0)}), forms ${taken} of ${forms}, mail ${(latest / 1000).toFixed(1)} s`,
    budget: `≤ ${PAGE.p50} / ${PAGE.p99} ms, all, ${MAIL_WITHIN / 1000} s`,
    ok: p50 <= PAGE.p50 && p99 <= PAGE.p99 && taken === forms && latest <= MAIL_WITHIN && refused.length === 0,
    peers: [costs, ...new Set(refused)].join('; '),
  };
}
