import { parseArgs } from 'node:util';
import { startCluster } from '../../server/store/database/postgres.testing.ts';
import { journalCounts } from './journal.ts';
import { makeServerData, type StoreKind } from './server-data.ts';
import { killRounds } from './rounds.ts';

const HELP = `Kills the server under load with SIGKILL, again and again, and looks whether anything was lost, doubled or left half done.

Usage: npm run test:crash -- [--rounds N] [--store sqlite|postgres|both] [--seed N]

  --rounds N   kills on each store [200]
  --store      which store to run on; PostgreSQL is a cluster of the test's own [both]
  --seed N     repeats the moments of an earlier run, as far as a machine can [random]`;

const allKinds: readonly StoreKind[] = ['sqlite', 'postgres'];

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '200' },
      store: { type: 'string', default: 'both' },
      seed: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const rounds = Number(values.rounds);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
  const kinds = allKinds.filter((kind) => values.store === kind || values.store === 'both');
  const valid = Number.isInteger(rounds) && rounds > 0 && Number.isInteger(seed) && kinds.length > 0;
  if (values.help || !valid) {
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  let failed = false;
  for (const kind of kinds) failed = !(await runOn(kind, rounds, seed)) || failed;
  return failed ? 1 : 0;
}

async function runOn(kind: StoreKind, rounds: number, seed: number): Promise<boolean> {
  const cluster = kind === 'postgres' ? await startCluster() : undefined;
  if (kind === 'postgres' && cluster === undefined) {
    console.log('*** PostgreSQL was not found: SKIPPED. On Debian: apt-get install postgresql ***');
    return true;
  }
  const data = await makeServerData(kind, cluster?.url);
  console.log(`${kind}: ${rounds} kills, seed ${seed}`);
  try {
    const began = performance.now();
    const result = await killRounds({
      data,
      rounds,
      seed,
      patient: true,
      onRound: (round, journal) => {
        if (round % 10 === 0 || round === rounds) console.log(`  ${round} kills: ${JSON.stringify(journalCounts(journal))}`);
      },
    });
    const { faults, ...figures } = result;
    console.log(`  ${JSON.stringify(figures)} in ${Math.round((performance.now() - began) / 1000)} s`);
    for (const fault of faults.slice(0, 50)) console.log(`  FAULT ${fault}`);
    console.log(faults.length === 0 ? '  nothing lost, nothing doubled, nothing half done' : `  ${faults.length} faults`);
    return faults.length === 0;
  } finally {
    await data.discard();
    await cluster?.stop();
  }
}
