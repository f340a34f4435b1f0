import { makeServerData } from '../../e2e/crash/server-data.ts';
import { browser } from '../../scripts/test/provide.ts';
import { lighthouseOf, type Report } from '../lighthouse.ts';
import { secondsOfFamily } from '../processor-seconds.ts';
import { startCompressingProxy } from './compressing-proxy.ts';
import { buildPeerPages } from './home-page.ts';
import { closedLoad, loadProgram } from './load.ts';
import { note, watchMachine, type PeerColumn, type PeerOptions, type PeerTable } from './peer-tables.ts';
import { startStack, type RunningStack } from './running-stack.ts';
import { pageStacks, product } from './stacks.ts';

const CONNECTIONS = 32;
const KB = 1024;
/** Recordings of which each round takes one: Chromium records none now and then. */
const MOST_RECORDINGS = 4;

const columns: readonly PeerColumn[] = [
  { key: 'rate', title: `requests/s, ${CONNECTIONS} connections`, better: 'more' },
  { key: 'micros', title: 'µs of processor time a page', better: 'less' },
  { key: 'plain', title: 'the same where nothing is compressed', better: 'less' },
  { key: 'p99', title: 'p99 ms', digits: 1, better: 'less' },
  { key: 'bytes', title: 'first view, KB on the wire', digits: 1, better: 'less' },
  { key: 'scripts', title: 'of it JavaScript', digits: 1, better: 'less' },
  { key: 'requests', title: 'requests', better: 'less' },
  { key: 'fcp', title: 'FCP ms', better: 'less' },
  { key: 'lcp', title: 'LCP ms', better: 'less' },
  { key: 'tbt', title: 'TBT ms', better: 'less' },
  { key: 'points', title: 'points', better: 'more' },
];

/** The same home page: how fast it is served, and how fast it is on a phone. */
export async function measurePeerPages({ rounds, seconds }: PeerOptions): Promise<PeerTable> {
  const machine = watchMachine();
  const places = await buildPeerPages();
  const program = browser.find();
  const data = await makeServerData('sqlite');
  const entries = pageStacks.map((stack) => ({ stack, samples: {} }));
  const running: RunningStack[] = [];
  let repeated = 0;
  try {
    for (const { stack } of entries) running.push(await startStack(stack, places.get(stack) ?? data.dataDir, data.settings));
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, { stack, samples }] of entries.entries()) {
        const server = running[at];
        if (server === undefined) continue;
        console.error(`  round ${round + 1}: ${stack.name}`);
        note(samples, await measureLoad(server, seconds));
        if (program === undefined) continue;
        const seen = await measureView(server, program);
        repeated += seen.repeated;
        note(samples, seen.round);
      }
    }
  } finally {
    for (const server of running) await server.stop();
    await data.discard();
  }
  return {
    title: 'home page',
    columns,
    rows: entries.map(({ stack: { name }, samples }) => ({ name, beside: product.name, samples })),
    notes: [
      ...pageStacks.map(({ name, choices }) => `${name}: ${choices}`),
      `served: by ${await loadProgram()}, each by its own server, br and gzip accepted; ${rounds} rounds of ${seconds} s in turns`,
      `seen: Lighthouse, mobile, on processor time, each behind the same proxy that sends all text as the best of brotli; ${repeated} recordings without a trace were repeated`,
      "the peers render the same words, styles, fonts and pictures, and one dialog of six fields; they have no choice of cookies, no carousel, none of the product's other forms",
    ],
    machine: machine(),
  };
}

async function measureLoad({ url, pid }: RunningStack, seconds: number): Promise<Record<string, number>> {
  const load = async (encoding: string) => {
    const target = { url: `${url}/`, connections: CONNECTIONS, seconds, headers: { 'accept-encoding': encoding } };
    await closedLoad({ ...target, seconds: 1 });
    const before = secondsOfFamily(pid);
    const { answered, rate, p99 } = await closedLoad(target);
    return { rate, p99, micros: ((secondsOfFamily(pid) - before) / answered) * 1e6 };
  };
  const { rate, p99, micros } = await load('gzip, deflate, br');
  return { rate, p99, micros, plain: (await load('identity')).micros };
}

async function measureView(server: RunningStack, program: string): Promise<{ round: Record<string, number>; repeated: number }> {
  const proxy = await startCompressingProxy(server.url);
  try {
    for (let repeated = 0; repeated < MOST_RECORDINGS; repeated += 1) {
      const report = await lighthouseOf(`${proxy.url}/`, program);
      if (report !== undefined) return { round: figuresOf(report), repeated };
    }
    throw new Error(`Lighthouse recorded no trace ${MOST_RECORDINGS} times`);
  } finally {
    proxy.close();
  }
}

function figuresOf({ audits, categories }: Report): Record<string, number> {
  const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details?.items ?? [];
  const bytes = (wanted: typeof requests) => wanted.reduce((sum, { transferSize }) => sum + transferSize, 0) / KB;
  return {
    bytes: bytes(requests),
    scripts: bytes(requests.filter(({ resourceType }) => resourceType === 'Script')),
    requests: requests.length,
    fcp: figure('first-contentful-paint'),
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    points: Math.round(categories.performance.score * 100),
  };
}
