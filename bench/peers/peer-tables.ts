import { availableParallelism, cpus, loadavg } from 'node:os';
import { median } from '../results.ts';
import { machineTicks } from '../steal.ts';

export type PeerOptions = { rounds: number; /** Seconds of each load. */ seconds: number };

/** What is measured of each: `better` says which is ahead. */
export type PeerColumn = { key: string; title: string; digits?: number; better?: 'less' | 'more' };

/** One value a round. */
export type Samples = Record<string, number[]>;

export type PeerTable = {
  title: string;
  columns: readonly PeerColumn[];
  rows: { name: string; /** The row of the product that it is compared with. */ beside: string; samples: Samples }[];
  notes: readonly string[];
  machine: MachineUse;
};

export type MachineUse = { load: number; stolen: number; isBusy: boolean };

/** Load average per processor, and share of time taken by other machines, above which the machine is too busy for wall-clock figures. */
const [BUSY_LOAD, BUSY_STOLEN] = [0.5, 0.02];

/** Notes the load before anything is measured. @returns tells that load, and the share of time that other machines took since */
export function watchMachine(): () => MachineUse {
  const [load = 0] = loadavg();
  const before = machineTicks();
  return () => {
    const after = machineTicks();
    const stolen = (after.stolen - before.stolen) / Math.max(1, after.all - before.all);
    return { load, stolen, isBusy: load > BUSY_LOAD * availableParallelism() || stolen > BUSY_STOLEN };
  };
}

/** As Markdown: medians with their range, and in which columns a row is ahead of the product. */
export function markdown({ title, columns, rows, notes, machine }: PeerTable): string {
  const head = [title, ...columns.map((column) => column.title), 'ahead of the product in'];
  const body = rows.map((row) => [row.name, ...columns.map((column) => cell(column, row.samples[column.key])), ahead(row, rows, columns)]);
  const lines = [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`);
  return [...lines, '', ...[...notes, machineWords(machine)].map((note) => `- ${note}`)].join('\n');
}

function cell({ digits = 0 }: PeerColumn, samples: number[] = []): string {
  if (samples.length === 0) return '–';
  const text = (value: number) => value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const [low, high] = [text(Math.min(...samples)), text(Math.max(...samples))];
  return low === high ? low : `${text(median(samples))} (${low}–${high})`;
}

function ahead({ name, beside, samples }: PeerTable['rows'][number], rows: PeerTable['rows'], columns: readonly PeerColumn[]): string {
  const product = rows.find((row) => row.name === beside);
  if (product === undefined || name === beside) return '';
  const better = columns.filter(({ key, better }) => {
    const [own, other] = [median(samples[key] ?? []), median(product.samples[key] ?? [])];
    return better === 'less' ? own < other : better === 'more' && own > other;
  });
  return better.map(({ title }) => title).join('; ') || 'nothing';
}

export function machineWords({ load, stolen, isBusy }: MachineUse): string {
  const machine = `${availableParallelism()} processors (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}`;
  const others = `load average ${load.toFixed(1)} at the start, ${(stolen * 100).toFixed(1)} % taken by other machines`;
  return `${machine}; ${others}${isBusy ? ': **the machine was busy, wall-clock figures say little**' : ''}`;
}

/** Adds a round to the samples of a row, without what does not apply to it (NaN). */
export function note(samples: Samples, round: Readonly<Record<string, number>>): void {
  for (const [key, value] of Object.entries(round)) if (!Number.isNaN(value)) (samples[key] ??= []).push(value);
}
