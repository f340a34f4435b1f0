import { parseArgs } from 'node:util';
import { discard } from '../../fixtures/server.ts';
import { killWhilePublishing, publishWhileRead, startPublisher } from './publisher.ts';

const HELP = `Publishes words again and again while pages are read, then kills the server with SIGKILL while it publishes: looks whether a reader got a
page of two versions, an ETag or a policy of another page, or an error, and whether a killed server shows the old words or the new ones, whole.

Usage: npm run test:publications -- [--publications N] [--per-second N] [--kills N] [--seed N]

  --publications N   [200]
  --per-second N     pages that are asked for [500]
  --kills N          [12]
  --seed N           repeats the moments of an earlier run, as far as a machine can [random]`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const text = (standard: string) => ({ type: 'string', default: standard }) as const;
  const seed = text(String(Math.floor(Math.random() * 1e9)));
  const options = { publications: text('200'), 'per-second': text('500'), kills: text('12'), seed, help: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args, options });
  const numbers = [values.publications, values['per-second'], values.kills, values.seed].map(Number);
  const isValid = numbers.every((number) => Number.isInteger(number) && number >= 0);
  if (values.help === true || !isValid) {
    console.log(HELP);
    return values.help === true ? 0 : 2;
  }
  const [publications = 0, perSecond = 0, kills = 0, first = 0] = numbers;
  const publisher = await startPublisher();
  const began = performance.now();
  try {
    const { faults, ...read } = await publishWhileRead(publisher, publications, perSecond);
    const took = Math.round((performance.now() - began) / 1000);
    console.log(
      `${publications} publications in ${took} s while ${read.answers} pages were read, ${read.perSecond} a second, of ${read.versions} versions`,
    );
    for (let at = 0; at < kills; at += 1) faults.push(...(await killWhilePublishing(publisher, first + at)));
    console.log(`${kills} kills, seed ${first}`);
    for (const fault of faults.slice(0, 50)) console.log(`  FAULT ${fault}`);
    console.log(
      faults.length === 0 ? '  no mixed page, no wrong ETag, no error; the old words or the new ones, whole' : `  ${faults.length} faults`,
    );
    return faults.length === 0 ? 0 : 1;
  } finally {
    await discard(publisher.server());
  }
}
