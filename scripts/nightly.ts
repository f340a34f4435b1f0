// `npm run test:nightly`: in full what a run of `npm test` takes in turns, tries less often or leaves out.
import { parseArgs } from 'node:util';
import { supervise } from './run/supervise.mjs';
import { seconds } from './setup/progress.mjs';

const HELP = `Usage: npm run test:nightly [-- --kills N] [--minutes N]

Runs in full what npm test takes in turns or leaves to the night, one after the other, and goes on where one fails:
  everything    npm test with every test, value, width and store; every printed figure; every outage of mail;
                properties tried 20 times as often
  on PostgreSQL the tests of the server that npm test runs on SQLite alone
  kills         the server under load, on each store (npm run test:crash)
  deliveries    three servers that tell others (npm run test:deliveries)
  publications  200 while 500 pages a second are read, and kills in the middle of one (npm run test:publications)
  chaos         a cluster that fails over, where patroni and etcd are installed (npm run test:chaos)

  --kills N     kills of the server on each store [200]
  --minutes N   minutes of chaos [10]`;

type Part = { name: string; run: string[]; env?: NodeJS.ProcessEnv };

const FULL = { ROTATION: 'all', PRINTED_FIGURES: 'all', MAIL_OUTAGES: 'all', PROPERTY_RUNS: '20' };

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '200' },
      minutes: { type: 'string', default: '10' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const valid = [values.kills, values.minutes].every((count) => /^[1-9]\d*$/.test(count));
  if (values.help || !valid) {
    console.log(HELP);
    return valid ? 0 : 2;
  }
  const told: string[] = [];
  let failed = false;
  for (const { name, run, env = {} } of partsOf(values)) {
    console.log(`\n=== ${name}`);
    const start = performance.now();
    const code = await supervise(process.execPath, run, { env });
    failed ||= code !== 0;
    told.push(`${code === 0 ? '✓' : '✗'} ${name} in ${seconds(start)}`);
    // The part was ended by a signal, which ends the whole run.
    if (code > 128) break;
  }
  console.log(`\n${told.join('\n')}`);
  return failed ? 1 : 0;
}

function partsOf({ kills, minutes }: { kills: string; minutes: string }): Part[] {
  return [
    { name: 'everything', run: ['scripts/test.ts'], env: FULL },
    { name: 'on PostgreSQL', run: ['scripts/test.ts', '--only', 'server'], env: { ROTATION: 'all', TEST_STORE: 'postgres' } },
    { name: 'kills', run: ['e2e/crash/run.ts', '--rounds', kills] },
    { name: 'deliveries', run: ['e2e/crash/deliveries/run.ts'] },
    { name: 'publications', run: ['e2e/crash/publications/run.ts'] },
    { name: 'chaos', run: ['e2e/crash/chaos/run.ts', minutes] },
  ];
}
