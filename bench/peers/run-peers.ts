import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { markdown, type PeerOptions, type PeerTable } from './peer-tables.ts';
import { measurePeerLeads } from './peer-leads.ts';
import { measurePeerPages } from './peer-pages.ts';
import { measurePeerQueues } from './peer-queues.ts';
import { measurePeerStarts } from './peer-starts.ts';

const parts: Record<string, (options: PeerOptions) => Promise<PeerTable>> = {
  pages: measurePeerPages,
  leads: measurePeerLeads,
  queue: measurePeerQueues,
  starts: measurePeerStarts,
};

export const peerParts = Object.keys(parts);

/** Measures the product beside others, in turns on this machine, and prints tables in Markdown. @param file gets all results after each part */
export async function runPeers(asked: readonly string[], options: PeerOptions, file?: string): Promise<void> {
  const tables: PeerTable[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.error(`${name}, ${options.rounds} rounds`);
    const made = await measure(options);
    tables.push(made);
    console.log(`\n${markdown(made)}`);
    if (file !== undefined) writeResults(file, tables);
  }
}

export function writeResults(file: string, results: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
