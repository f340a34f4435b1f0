import { findPatroni, startPatroni } from './patroni-cluster.ts';
import { runChaos } from './chaos-run.ts';

const HELP = `Three servers on a PostgreSQL cluster that fails over by itself, under load, while servers are killed every few seconds, the primary every
minute, and PostgreSQL restarted; then looks whether anything was lost, doubled or stuck.

Usage: npm run test:chaos -- [MINUTES] [SEED]

  MINUTES   how long [2]
  SEED      repeats the moments of an earlier run, as far as a machine can [random]

It needs the Debian packages patroni, etcd-server, haproxy and postgresql; what they run is the test's own, in a temporary folder.`;

process.exitCode = await main(process.argv.slice(2));

async function main([minutes = '2', seed = String(Math.floor(Math.random() * 1e9))]: string[]): Promise<number> {
  if (!(Number(minutes) > 0) || !Number.isInteger(Number(seed))) {
    console.log(HELP);
    return minutes === '--help' ? 0 : 2;
  }
  const programs = findPatroni();
  if ('missing' in programs) {
    console.log(`*** SKIPPED. On Debian: apt-get install ${programs.missing.join(' ')} ***`);
    return 0;
  }
  console.log(`${minutes} minutes, seed ${seed}`);
  const cluster = await startPatroni(programs);
  try {
    const { faults, ...tally } = await runChaos({
      cluster,
      seconds: Number(minutes) * 60,
      seed: Number(seed),
      serverKills: 5,
      primaryKills: 60,
      onKill: (told) => console.log(JSON.stringify(told)),
    });
    console.log(JSON.stringify(tally, undefined, 1));
    for (const fault of faults.slice(0, 50)) console.log(`FAULT ${fault}`);
    console.log(faults.length === 0 ? 'nothing lost, nothing doubled, nothing stuck' : `${faults.length} faults`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await cluster.stop();
  }
}
