import { setTimeout as wait } from 'node:timers/promises';
import type { StoreKind } from '../../e2e/crash/server-data.ts';
import { startCluster } from '../../server/store/database/postgres.testing.ts';
import { secondsOfFamily } from '../processor-seconds.ts';
import { quantile } from '../results.ts';
import { installPeer } from './install.ts';
import { closedLoad, loadProgram, openLoad } from './load.ts';
import { note, watchMachine, type PeerColumn, type PeerOptions, type PeerTable } from './peer-tables.ts';
import { onNewData, type RunningStack } from './running-stack.ts';
import { leadStacks, stores, type Stack } from './stacks.ts';

const CONNECTIONS = 64;
const RATES = [200, 500];
const WARM_SECONDS = 2;

const columns: readonly PeerColumn[] = [
  { key: 'rate', title: `leads a second, ${CONNECTIONS} connections`, better: 'more' },
  { key: 'micros', title: 'µs of processor time a lead', better: 'less' },
  { key: 'database', title: "and of PostgreSQL's processes" },
  { key: 'p99', title: 'p99 ms', better: 'less' },
  ...RATES.map((rate): PeerColumn => ({ key: `open${rate}`, title: `p99 ms at an open ${rate} a second`, digits: 1, better: 'less' })),
];

/** Measures leads. When one is answered, it is durable, and so is its job. */
export async function measurePeerLeads(options: PeerOptions): Promise<PeerTable> {
  const machine = watchMachine();
  const places = new Map<Stack, string>();
  for (const stack of leadStacks) if (stack.folder !== undefined) places.set(stack, await installPeer(stack.folder, stack.build));
  const cluster = await startCluster();
  const kinds: StoreKind[] = cluster === undefined ? ['sqlite'] : ['sqlite', 'postgres'];
  const entries = kinds.flatMap((kind) => leadStacks.map((stack) => ({ kind, stack, samples: {} })));
  let refused = 0;
  try {
    for (let round = 0; round < options.rounds; round += 1) {
      for (const { kind, stack, samples } of entries) {
        console.error(`  round ${round + 1}: ${stack.name}, ${stores[kind]}`);
        const measured = await onNewData(stack, { kind, place: places.get(stack), cluster }, async (start) => {
          const began = performance.now();
          const server = await start();
          const database = kind === 'postgres' ? cluster?.process.pid : undefined;
          return measureLeads(server, stack, { seconds: options.seconds, database, began }).finally(() => server.stop());
        });
        refused += measured.refused;
        note(samples, measured.round);
      }
    }
  } finally {
    await cluster?.stop();
  }
  return {
    title: 'leads',
    columns,
    rows: entries.map(({ kind, stack, samples }) => ({ name: rowName(stack, kind), beside: rowName(leadStacks[0], kind), samples })),
    notes: [
      ...leadStacks.map(({ name, choices }) => `${name}: ${choices}`),
      `by ${await loadProgram()} and an open-loop generator, each for ${options.seconds} s on new data; ${options.rounds} rounds in turns; ${refused} leads were refused`,
    ],
    machine: machine(),
  };
}

function rowName(stack: Stack | undefined, kind: StoreKind): string {
  return `${stack?.name}, ${stores[kind]}`;
}

async function measureLeads(
  { url, pid }: RunningStack,
  { form, settles = 0 }: Stack,
  { seconds, database, began }: { seconds: number; database: number | undefined; began: number },
) {
  if (form === undefined) throw new Error('it takes no leads');
  const used = () => ({ server: secondsOfFamily(pid), database: database === undefined ? Number.NaN : secondsOfFamily(database) });
  await closedLoad({ url, connections: CONNECTIONS, seconds: WARM_SECONDS, form });
  await wait(Math.max(0, began + settles - performance.now()));
  const opened: Record<string, number> = {};
  let refused = 0;
  // The open loads come first: jobs that the closed load leaves in the queue would still run during them.
  for (const rate of RATES) {
    const open = await openLoad({ url, form, rate, seconds });
    opened[`open${rate}`] = quantile(open.latencies, 0.99);
    refused += open.refused;
  }
  const before = used();
  const load = await closedLoad({ url, connections: CONNECTIONS, seconds, form });
  const after = used();
  const each = (of: 'server' | 'database') => ((after[of] - before[of]) / load.answered) * 1e6;
  const round = { rate: load.rate, micros: each('server'), database: each('database'), p99: load.p99, ...opened };
  return { round, refused: refused + load.refused };
}
