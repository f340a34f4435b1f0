import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../e2e/crash/client.ts';
import { demoRequest, formPath, press, tokenIn } from '../e2e/crash/demo-form.ts';
import { folderInbox } from '../e2e/crash/inbox.ts';
import { makeServerData, type ServerData, type StoreKind } from '../e2e/crash/server-data.ts';
import { until } from '../e2e/crash/wait-until.ts';
import { startServer } from '../e2e/fixtures/server.ts';
import { startHubspotDouble } from '../server/deliveries/hubspot/hubspot-double.testing.ts';
import { startCluster } from '../server/store/database/postgres.testing.ts';
import { atMost, told, type Row, type BenchSection } from './results.ts';

const LEADS = 1000;
/** Milliseconds in which all requests are confirmed. */
const OVER = 60_000;
/** Milliseconds after the last confirmation in which the last request must be delivered. */
const PATIENCE = 120_000;
/** Visitors who send forms in parallel, before the measurement. */
const SENDERS = 8;

/** The fake has HubSpot's documented limits: 100 calls in ten seconds, 100 contacts a call. It refuses more. */
export const deliveries: BenchSection = {
  about: `${LEADS} requests confirmed within a minute, until the double of HubSpot has them; two minutes for each store`,
  onlyNamed: true,
  run: async () => {
    const rows = await measureOn('sqlite');
    const cluster = await startCluster();
    if (cluster === undefined) return [...rows, { what: 'on PostgreSQL', value: 'skipped: no PostgreSQL was found' }];
    try {
      return [...rows, ...(await measureOn('postgres', cluster.url))];
    } finally {
      await cluster.stop();
    }
  },
};

async function measureOn(kind: StoreKind, cluster?: string): Promise<Row[]> {
  const data = await makeServerData(kind, cluster);
  const double = await startHubspotDouble();
  const connected = { HUBSPOT_SECRET: double.token, HUBSPOT_URL: double.url, WEBHOOKS_PRIVATE: 'allow', LOG_LEVEL: 'warn' };
  const server = await startServer({ dataDir: data.dataDir, env: { ...data.settings, ...connected } });
  try {
    const tokens = await sendForms(server.url, data);
    const confirmedAt = await confirmAll(server.url, tokens);
    await until('every contact', () => (double.contacts.size >= LEADS ? true : undefined), PATIENCE).catch(() => undefined);
    return rowsOf(kind, double, confirmedAt);
  } finally {
    await server.kill();
    await double.close();
    await data.discard();
  }
}

const addressOf = (n: number) => `visitor-${n}@deliveries.example`;

/** @returns the token in each visitor's link, by mail address */
async function sendForms(url: string, { dataDir }: ServerData): Promise<Map<string, string>> {
  await Promise.all(
    Array.from({ length: SENDERS }, async (_, sender) => {
      const client = connect(url);
      for (let n = sender; n < LEADS; n += SENDERS) {
        const { status, text } = await client.postForm(formPath, demoRequest(addressOf(n)));
        if (status !== 201) throw new Error(`a form was answered ${status}: ${text}`);
      }
      client.close();
    }),
  );
  const inbox = folderInbox(dataDir);
  const tokens = new Map<string, string>();
  await until(
    'every link',
    async () => {
      for (const { to, text } of await inbox.fresh()) {
        const token = tokenIn(text);
        if (token !== undefined) tokens.set(to, token);
      }
      return tokens.size === LEADS ? true : undefined;
    },
    PATIENCE,
  );
  return tokens;
}

/** Presses the button of each link at a steady rate, however slow the answers are. @returns when each was pressed, by mail address */
async function confirmAll(url: string, tokens: ReadonlyMap<string, string>): Promise<Map<string, number>> {
  const pressedAt = new Map<string, number>();
  const began = performance.now();
  const answers = [...tokens].map(async ([address, token], n) => {
    await wait(Math.max(0, began + (n * OVER) / LEADS - performance.now()));
    const client = connect(url);
    pressedAt.set(address, performance.now());
    const { status } = await client.send(...press(token));
    client.close();
    if (status !== 303) throw new Error(`a confirmation was answered ${status}`);
  });
  await Promise.all(answers);
  return pressedAt;
}

function rowsOf(kind: StoreKind, double: Awaited<ReturnType<typeof startHubspotDouble>>, confirmedAt: ReadonlyMap<string, number>): Row[] {
  const { contacts, state } = double;
  const lost = [...confirmedAt.keys()].filter((address) => !contacts.has(address));
  const seconds = [...confirmedAt]
    .flatMap(
      ([address, at]) =>
        state.acceptedAt
          .get(address)
          ?.slice(0, 1)
          .map((accepted) => (accepted - at) / 1000) ?? [],
    )
    .toSorted((one, other) => one - other);
  const part = (share: number) => seconds[Math.ceil(share * seconds.length) - 1] ?? Number.NaN;
  const repeated = [...state.acceptedAt.values()].filter((times) => times.length > 1).length;
  const name = kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  return [
    atMost(`${name}: requests that are not in the double`, lost.length, 0),
    atMost(`${name}: contacts too many in the double`, state.creations - LEADS, 0),
    told(`${name}: requests that it was told twice`, repeated),
    told(`${name}: calls, of which were refused`, state.calls, { peers: String(state.refused.length) }),
    told(`${name}: from the confirmation to the double, half within`, part(0.5), { unit: 's', digits: 2 }),
    atMost(`${name}: … 95 of 100 within`, part(0.95), 5, { unit: 's', digits: 2 }),
    told(`${name}: … the last within`, part(1), { unit: 's', digits: 2 }),
  ];
}
