import { parseArgs } from 'node:util';
import { bystander } from './bystander.ts';
import { deliveries } from './deliveries.ts';
import { desk } from './desk.ts';
import { figures } from './figures.ts';
import { growth } from './growth/growth-section.ts';
import { followedLeads } from './followed-leads.ts';
import { leads } from './leads.ts';
import { lighthouse } from './lighthouse.ts';
import { pagesServed } from './pages-served.ts';
import { queue } from './queue.ts';
import { machineWords, watchMachine } from './peers/peer-tables.ts';
import { table, type Row, type BenchSection } from './results.ts';
import { peerParts, runPeers, writeResults } from './peers/run-peers.ts';
import { running } from './running.ts';
import { weights } from './weights.ts';

const sections: Record<string, BenchSection> = {
  pages: pagesServed,
  leads,
  figures,
  weights,
  running,
  lighthouse,
  desk,
  deliveries,
  followed: followedLeads,
  queue,
  bystander,
  growth,
};

const HELP = `Measures the built product and prints each figure beside its budget and its peers. About six minutes without --only, which leaves out the desk, deliveries, followed leads, the queue, the bystander and growth; ends by itself.

Usage: npm run bench -- [--only NAME[,NAME…]] [--check]
       npm run bench -- --peers [NAME …] [--rounds N] [--seconds N]
       npm run bench -- --only bystander [--behind nginx|haproxy|caddy] [--store postgres] [--attack NAME[,NAME…]] [--seconds N]
       npm run bench -- --only desk [--store sqlite|postgres] [--sizes N]
       npm run bench -- --only growth [--store postgres] [--sizes N[,N…]] [--plots FOLDER] [--stores FOLDER]

${Object.entries(sections)
  .map(([name, { about }]) => `  ${name.padEnd(12)}${about}`)
  .join('\n')}

  --peers     measures others beside the product, which it installs first, in turns: ${peerParts.join(', ')}. An hour; docs/performance.md has the tables
  --rounds N  of each, with --peers; 5 without it
  --sizes N,… numbers of leads that growth measures at, 10000000 as well: that takes hours and 60 GB; one number for the desk
  --plots F   growth draws what it measured into this folder
  --stores F  growth leaves its embedded stores in this folder, and does not fill again those that it finds there
  --json FILE writes all results to a file
  --check     exit with 1 when a figure is beyond its budget
  --help      shows this

Compared is what ran in turns on the same machine: read the ratios, not the absolute figures.`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const own = {
    only: text,
    behind: text,
    store: text,
    attack: text,
    seconds: text,
    sizes: text,
    plots: text,
    stores: text,
    check: flag,
    help: flag,
  };
  const options = { ...own, peers: flag, rounds: text, json: text };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const asked = values.only?.split(',');
  const unknown = [
    ...(asked?.filter((name) => !Object.hasOwn(sections, name)) ?? []),
    ...positionals.filter((name) => !values.peers || !peerParts.includes(name)),
  ];
  if (values.help || unknown.length > 0) {
    console.log(unknown.length > 0 ? `There is no ${unknown.join(', ')}.\n\n${HELP}` : HELP);
    return unknown.length > 0 ? 2 : 0;
  }
  if (values.peers) {
    await runPeers(positionals, { rounds: Number(values.rounds ?? 5), seconds: Number(values.seconds ?? 10) }, values.json);
    return 0;
  }
  const all: Row[] = [];
  const watched = watchMachine();
  for (const [name, { about, run, onlyNamed }] of Object.entries(sections)) {
    if (asked ? !asked.includes(name) : onlyNamed) continue;
    const began = performance.now();
    console.log(`\n${name}: ${about}`);
    const rows = await run(values);
    all.push(...rows);
    console.log(table(rows));
    console.log(`(${Math.round((performance.now() - began) / 1000)} s)`);
  }
  const machine = watched();
  if (values.json) writeResults(values.json, { machine, rows: all });
  console.log(`\n${machineWords(machine)}`);
  const beyond = all.filter(({ ok }) => ok === false);
  console.log(beyond.length === 0 ? '\nWithin every budget.' : `\nBeyond their budget:\n${table(beyond)}`);
  return values.check && beyond.length > 0 ? 1 : 0;
}
