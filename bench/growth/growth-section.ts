import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreKind } from '../../e2e/crash/server-data.ts';
import { atMost, told, type BenchSection, type Row } from '../results.ts';
import { measureSize, type Size } from './growth.ts';
import { drawPlot } from './plot.ts';

const SIZES = { sqlite: '1000,100000,1000000', postgres: '1000,100000' } as const;
/** What a store holds besides leads: a large one, and one that is almost empty. */
const MUCH = { mails: 100_000, portfolios: 500, positions: 2000, papers: 2000 };
const LITTLE = { mails: 100, portfolios: 6, positions: 8, papers: 8 };
/** Budgets in milliseconds of processor time: for a list and a count at the desk, and for the growth of a visitor's call. */
const [DESK, GROWN] = [100, 5];

/** Only measured if named: it takes half an hour and 10 GB in the temporary folder. */
export const growth: BenchSection = {
  about: 'every call that somebody waits for, at 1,000 to 1,000,000 leads, 100,000 queued mails, 500 portfolios; half an hour and 10 GB',
  onlyNamed: true,
  run: async (options) => {
    const store: StoreKind = options.store === 'postgres' ? 'postgres' : 'sqlite';
    const sizes = (options.sizes ?? SIZES[store]).split(',').map(Number);
    const all: Size[] = [];
    for (const amounts of [{ leads: sizes[0] ?? 1000, ...LITTLE }, ...sizes.map((leads) => ({ leads, ...MUCH }))]) {
      const name = `${store}, ${amounts.leads.toLocaleString('en')} leads, ${amounts.portfolios} portfolios`;
      all.push(await measureSize({ store, amounts, stores: options.stores, tell: (text) => console.error(`  ${name}: ${text}`) }));
      if (options.plots !== undefined && all.length > 2) writePlots(options.plots, all);
      console.log(markdown(all));
    }
    return rowsOf(all);
  },
};

function rowsOf(all: readonly Size[]): Row[] {
  const [first, last] = [all[1], all.at(-1)];
  if (first === undefined || last === undefined) return [];
  const at = `at ${last.amounts.leads.toLocaleString('en')} leads`;
  const rows = Object.entries(last.taken).map(([name, taken]): Row => {
    const least = first.taken[name]?.cpu ?? Number.NaN;
    const how = { unit: 'ms of processor', digits: 2 };
    const peers = `${least.toFixed(2)} at ${first.amounts.leads.toLocaleString('en')}`;
    if (/^staff: (?:list|count)/.test(name)) return atMost(`${name}, ${at}`, taken.cpu, DESK, { ...how, peers });
    if (name.startsWith('visitors:')) return atMost(`${name}, ${at}`, taken.cpu, least + GROWN, { ...how, peers });
    return told(`${name}, ${at}`, taken.cpu, { ...how, peers });
  });
  return [...rows, { what: 'everything that was measured', value: `${all.length} stores`, measured: all }];
}

/** A table with a column for each store: median and 95th percentile of wall time, and processor time, in milliseconds. */
function markdown(all: readonly Size[]): string {
  const title = ({ amounts }: Size) => `${amounts.leads.toLocaleString('en')} leads, ${amounts.portfolios} portfolios`;
  const rows = Object.keys(all[0]?.taken ?? {}).map((name) => [
    name,
    ...all.map(({ taken }) => {
      const one = taken[name];
      return one === undefined ? '–' : `${ms(one.cpu)} (${ms(one.median)}, ${ms(one.p95)})`;
    }),
  ]);
  const memory = Object.keys(all[0]?.memory ?? {}).map((when) => [
    `MB (PSS) ${when}`,
    ...all.map((size) => String(Math.round(size.memory[when] ?? 0))),
  ]);
  const head = ['ms of processor (median, p95 of wall time)', ...all.map(title)];
  return [head, head.map(() => '---'), ...rows, ...memory].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function ms(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });
}

function writePlots(folder: string, all: readonly Size[]): void {
  mkdirSync(folder, { recursive: true });
  for (const who of ['visitors', 'staff'] as const) {
    const names = Object.keys(all[0]?.taken ?? {}).filter((name) => name.startsWith(`${who}: `));
    const lines = names.map((name) => ({
      name: name.slice(who.length + 2),
      points: all.slice(1).map(({ amounts, taken }) => [amounts.leads, Math.max(0.01, taken[name]?.cpu ?? 0)] as const),
    }));
    const title = who === 'visitors' ? 'What visitors wait for' : 'What staff wait for';
    writeFileSync(join(folder, `growth-${who}.svg`), drawPlot({ title, x: 'leads in the store', y: 'ms of processor time a call' }, lines));
  }
}
