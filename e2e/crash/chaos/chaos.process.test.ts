import { expect, test } from 'vitest';
import { runChaos } from './chaos-run.ts';
import { findPatroni, startPatroni } from './patroni-cluster.ts';

const programs = findPatroni();

if ('missing' in programs) console.warn(`\n*** The cluster's test is LEFT OUT: apt-get install ${programs.missing.join(' ')} ***\n`);

// `npm run test:chaos -- MINUTES` runs the same for the given time.
test.skipIf('missing' in programs)(
  'on a cluster that fails over, a server and the primary are killed: nothing is lost, doubled or stuck',
  async () => {
    if ('missing' in programs) return;
    const cluster = await startPatroni(programs);
    try {
      const { faults, ...tally } = await runChaos({
        cluster,
        seconds: 4,
        seed: 1,
        serverKills: 3,
        primaryKills: 2,
        senders: 3,
        patience: 240,
      });
      console.log(JSON.stringify(tally));
      expect(faults).toEqual([]);
      expect(tally.primaryKills).toBeGreaterThan(0);
      expect(tally.accepted).toBeGreaterThan(0);
    } finally {
      await cluster.stop();
    }
  },
  600_000,
);
