import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pages } from '../contract/pages.ts';
import { discard, startServer } from '../e2e/fixtures/server.ts';
import { browser, quietFlags } from '../scripts/test/provide.ts';
import { installPeer } from './peers/install.ts';
import { onProcessorTime, type TraceEvent } from './processor-time.ts';
import { atLeast, atMost, median, told, type Row, type BenchSection } from './results.ts';
import { leastDisturbed } from './steal.ts';

const RUNS = 3;
const MOST_RUNS = 9;
const PATIENCE = 120_000;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const PEERS = 'LCP of a small site: TanStack Start 1551, Astro 1652, React Router 1729, Next 2002';
/** What Lighthouse says where Chromium recorded no trace, or not all of one. */
const NO_TRACE = /NO_NAVSTART|NO_TRACING_STARTED|NO_RESOURCE_REQUEST|NO_FCP|TRACING_ALREADY_STARTED/;
const FLAGS = ['--headless=new', ...quietFlags];

export const lighthouse: BenchSection = { about: 'Lighthouse 13, mobile, of every indexed page, on processor time', run: measureAll };

export type Report = {
  categories: Record<(typeof CATEGORIES)[number], { score: number }>;
  environment: { benchmarkIndex: number };
  audits: Record<string, Audit>;
};

type Audit = {
  score: number | null;
  numericValue?: number;
  scoreDisplayMode: string;
  details?: { items?: { transferSize: number; resourceType: string }[] };
};

async function measureAll(): Promise<Row[]> {
  const program = browser.find();
  if (program === undefined) return [{ what: 'Lighthouse', value: 'skipped: no Chromium was found' }];
  const server = await startServer({ env: { LOG_LEVEL: 'warn' } });
  try {
    const rows: Row[] = [];
    for (const { path } of pages.filter((page) => page.indexed)) {
      console.error(`  ${path}`);
      rows.push(...(await measure(server.url, path, program)));
    }
    return rows;
  } finally {
    await discard(server);
  }
}

async function measure(origin: string, path: string, program: string): Promise<Row[]> {
  const { runs, failed } = await leastDisturbed(() => lighthouseOf(origin + path, program), { wanted: RUNS, most: MOST_RUNS });
  const reports = runs.map(({ result }) => result);
  if (reports.length < RUNS) throw new Error(`Lighthouse failed on ${path} ${failed} of ${MOST_RUNS} times`);
  const score = (name: (typeof CATEGORIES)[number]) => median(reports.map(({ categories }) => Math.round(categories[name].score * 100)));
  const figure = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const failing = new Set(
    reports.flatMap(({ audits }) =>
      Object.entries(audits).flatMap(([name, { score, scoreDisplayMode }]) => (score === 0 && scoreDisplayMode === 'binary' ? [name] : [])),
    ),
  );
  return [
    ...CATEGORIES.map((name) => ({
      // Performance may be 99, because other programs on the machine cost a point.
      ...atLeast(`${path}: ${name}`, score(name), name === 'performance' ? 99 : 100),
      ...(score(name) < 100 && name !== 'performance' && { peers: [...failing].join(', ') }),
    })),
    atMost(`${path}: FCP`, figure('first-contentful-paint'), 950, { unit: 'ms' }),
    atMost(`${path}: LCP`, figure('largest-contentful-paint'), 1200, { unit: 'ms', peers: path === '/' ? PEERS : '' }),
    atMost(`${path}: CLS`, figure('cumulative-layout-shift'), 0, { digits: 3 }),
    atMost(`${path}: TBT`, figure('total-blocking-time'), 50, { unit: 'ms' }),
    ...(failed > 0 ? [told(`${path}: recordings without a trace, repeated`, failed)] : []),
    // Time taken by other virtual machines on the host counts as the page's.
    { what: `${path}: taken by others`, value: runs.map(({ stolen }) => `${Math.round(100 * stolen)} %`).join(', ') },
    {
      what: `${path}: Lighthouse's index of the processor`,
      value: reports.map(({ environment }) => environment.benchmarkIndex).join(', '),
    },
  ];
}

/**
 * Loads the page, and audits a recording converted to processor time, so that other programs on the machine do not affect the figures.
 * @returns undefined if Chromium recorded no trace, which happens now and then
 */
export async function lighthouseOf(url: string, program: string): Promise<Report | undefined> {
  const lighthouseProgram = join(await installPeer('lighthouse'), 'node_modules/lighthouse/cli/index.js');
  const folder = mkdtempSync(join(tmpdir(), 'cognitive-lighthouse-'));
  const [recorded, output] = [join(folder, 'recorded'), join(folder, 'report.json')];
  const run = (step: string) => {
    const args = [lighthouseProgram, url, '--output=json', `--output-path=${output}`, '--quiet', step, `--chrome-flags=${FLAGS.join(' ')}`];
    const env = { ...process.env, CHROME_PATH: program };
    return promisify(execFile)(process.execPath, args, { env, timeout: PATIENCE, cwd: folder });
  };
  try {
    await run(`--gather-mode=${recorded}`);
    shortenTraces(recorded);
    await run(`--audit-mode=${recorded}`);
    return JSON.parse(readFileSync(output, 'utf8')) as Report;
  } catch (error) {
    if (error instanceof Error && NO_TRACE.test(error.message)) return undefined;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function shortenTraces(folder: string): void {
  const files = readdirSync(folder).filter((name) => /trace.*\.json$/.test(name));
  if (files.length === 0) throw new Error('Lighthouse recorded no trace');
  for (const file of files.map((name) => join(folder, name))) {
    const trace = JSON.parse(readFileSync(file, 'utf8')) as { traceEvents: TraceEvent[] };
    writeFileSync(file, JSON.stringify({ ...trace, traceEvents: onProcessorTime(trace.traceEvents) }));
  }
}
