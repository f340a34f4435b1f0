import { parseArgs } from 'node:util';
import { startCluster } from '../../server/store/database/postgres.testing.ts';
import { journalCounts, type Journal } from './journal.ts';
import { makeServerData, type ServerData, type StoreKind } from './server-data.ts';
import { killRounds } from './rounds.ts';
import { killStaffRounds, type StaffCounts } from './staff/staff-rounds.ts';

const HELP = `Kills the server with SIGKILL, again and again, under a load of visitors, then between what staff press and its answers, and looks whether anything was lost, doubled or left half done.

Usage: npm run test:crash -- [--rounds N] [--staff N] [--store sqlite|postgres|both] [--seed N]

  --rounds N   kills on each store under the load of visitors [200]
  --staff N    kills on each store while staff press [40]
  --store      which store to run on; PostgreSQL is a cluster of the test's own [both]
  --seed N     repeats the moments of an earlier run, as far as a machine can [random]`;

const allKinds: readonly StoreKind[] = ['sqlite', 'postgres'];

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '200' },
      staff: { type: 'string', default: '40' },
      store: { type: 'string', default: 'both' },
      seed: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [rounds, staff] = [Number(values.rounds), Number(values.staff)];
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
  const kinds = allKinds.filter((kind) => values.store === kind || values.store === 'both');
  const valid = [rounds, staff].every((count) => Number.isInteger(count) && count >= 0) && Number.isInteger(seed) && kinds.length > 0;
  if (values.help || !valid) {
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  let failed = false;
  for (const kind of kinds) {
    if (rounds > 0) failed = !(await runOn(kind, (data) => killVisitors(data, rounds, seed))) || failed;
    if (staff > 0) failed = !(await runOn(kind, (data) => killStaff(data, staff, seed))) || failed;
  }
  return failed ? 1 : 0;
}

type Killed = { faults: string[] } & Readonly<Record<string, unknown>>;

async function runOn(kind: StoreKind, kill: (data: ServerData) => Promise<Killed>): Promise<boolean> {
  const cluster = kind === 'postgres' ? await startCluster() : undefined;
  if (kind === 'postgres' && cluster === undefined) {
    console.log('*** PostgreSQL was not found: SKIPPED. On Debian: apt-get install postgresql ***');
    return true;
  }
  const data = await makeServerData(kind, cluster?.url);
  try {
    const began = performance.now();
    const { faults, ...figures } = await kill(data);
    console.log(`  ${JSON.stringify(figures)} in ${Math.round((performance.now() - began) / 1000)} s`);
    for (const fault of faults.slice(0, 50)) console.log(`  FAULT ${fault}`);
    console.log(faults.length === 0 ? '  nothing lost, nothing doubled, nothing half done' : `  ${faults.length} faults`);
    return faults.length === 0;
  } finally {
    await data.discard();
    await cluster?.stop();
  }
}

function killVisitors(data: ServerData, rounds: number, seed: number): Promise<Killed> {
  console.log(`${data.kind}: ${rounds} kills under load, seed ${seed}`);
  const onRound = (round: number, journal: Journal) => {
    if (round % 10 === 0 || round === rounds) console.log(`  ${round} kills: ${JSON.stringify(journalCounts(journal))}`);
  };
  return killRounds({ data, rounds, seed, patient: true, onRound });
}

function killStaff(data: ServerData, rounds: number, seed: number): Promise<Killed> {
  console.log(`${data.kind}: ${rounds} kills while staff press, seed ${seed}`);
  const onRound = (round: number, counts: StaffCounts) => {
    if (round % 10 === 0 || round === rounds) console.log(`  ${round} kills: ${JSON.stringify(counts)}`);
  };
  return killStaffRounds({ data, rounds, seed, onRound });
}
