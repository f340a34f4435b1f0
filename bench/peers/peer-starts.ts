import { setTimeout as wait } from 'node:timers/promises';
import type { StoreKind } from '../../e2e/crash/server-data.ts';
import { startCluster } from '../../server/store/database/postgres.testing.ts';
import { buildPeerPages } from './home-page.ts';
import { installPeer } from './install.ts';
import { closedLoad, openLoad } from './load.ts';
import { note, watchMachine, type PeerColumn, type PeerOptions, type PeerTable } from './peer-tables.ts';
import { onNewData, proportionalMegabytes, type Around } from './running-stack.ts';
import { leadStacks, pageStacks, product, stores, type Stack } from './stacks.ts';

/** Milliseconds after which a server is idle, where its stack names no more: work after its start, and a collection of garbage. */
const IDLE = 6000;
const LEADS_A_SECOND = 50;
const CONNECTIONS = 32;
const LOOK = 250;

const columns: readonly PeerColumn[] = [
  { key: 'started', title: 'start to the first 200, ms', better: 'less' },
  { key: 'idle', title: 'idle, MB (PSS)', better: 'less' },
  { key: 'loaded', title: `at most under load, MB (PSS)`, better: 'less' },
];

type Entry = { name: string; beside: string; stack: Stack; kind: StoreKind; samples: Record<string, number[]> };

/** Time to the first answer, and memory before and under load. */
export async function measurePeerStarts({ rounds, seconds }: PeerOptions): Promise<PeerTable> {
  const machine = watchMachine();
  const places = await buildPeerPages();
  for (const stack of leadStacks) if (stack.folder !== undefined) places.set(stack, await installPeer(stack.folder, stack.build));
  const cluster = await startCluster();
  const kinds: StoreKind[] = cluster === undefined ? ['sqlite'] : ['sqlite', 'postgres'];
  const nameOf = (stack: Stack, kind: StoreKind) => `${stack.name}, ${stores[kind]}`;
  const entries: Entry[] = [
    ...kinds.flatMap((kind) =>
      leadStacks.map((stack) => ({ name: nameOf(stack, kind), beside: nameOf(product, kind), stack, kind, samples: {} })),
    ),
    ...pageStacks
      .filter((stack) => stack !== product)
      .map((stack) => ({ name: stack.name, beside: nameOf(product, 'sqlite'), stack, kind: 'sqlite' as const, samples: {} })),
  ];
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const entry of entries) {
        console.error(`  round ${round + 1}: ${entry.name}`);
        note(entry.samples, await measureStart(entry.stack, { kind: entry.kind, place: places.get(entry.stack), cluster }, seconds));
      }
    }
  } finally {
    await cluster?.stop();
  }
  return {
    title: 'start and memory',
    columns,
    rows: entries,
    notes: [
      'PSS: of file pages that other processes have too, as the one that measures has those of Node, each counts its part',
      'the product idle once it has compressed its pages',
      'the second start on the same data, with a compile cache',
      `under ${LEADS_A_SECOND} leads a second for ${seconds} s where leads are taken, pages on ${CONNECTIONS} connections elsewhere; ${rounds} rounds in turns`,
    ],
    machine: machine(),
  };
}

async function measureStart(stack: Stack, around: Around, seconds: number): Promise<Record<string, number>> {
  return onNewData(stack, around, async (start) => {
    await (await start()).stop();
    const server = await start();
    try {
      await wait(Math.max(IDLE, stack.settles ?? 0));
      const idle = proportionalMegabytes(server.pid);
      let loaded = idle;
      const looking = setInterval(() => (loaded = Math.max(loaded, proportionalMegabytes(server.pid))), LOOK);
      const { url } = server;
      if (stack.form === undefined) await closedLoad({ url, connections: CONNECTIONS, seconds });
      else await openLoad({ url, form: stack.form, rate: LEADS_A_SECOND, seconds });
      clearInterval(looking);
      return { started: server.started, idle, loaded };
    } finally {
      await server.stop();
    }
  });
}
