import { UsageError, type Command } from '../cli/command.ts';
import { textTable } from '../cli/text-table.ts';
import { environment } from '../settings/settings.ts';
import { productionChecks } from './production-checks.ts';
import { readProductionFacts, type ReadReportingFacts } from './production-facts.ts';

const help = `Says what is lacking before visitors come, as Settings on the desk does.

Usage: npm run desk -- check     ends with 1 while something is lacking`;

const marks = { lacking: 'LACKING', advised: 'ADVISED', done: 'done' } as const;

export function createCheckCommand(readReporting: ReadReportingFacts): Command {
  return {
    help,
    run: async ([, ...rest], { settings, store, now, print }) => {
      if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
      const folder = process.cwd();
      const facts = await readProductionFacts({ settings, store, now: now(), env: environment(folder), folder, readReporting });
      const checks = productionChecks(facts);
      print(textTable(checks.map(({ state, title, found, mend }) => [marks[state], title, found, state === 'done' ? '' : mend])));
      return checks.some(({ state }) => state === 'lacking') ? 1 : 0;
    },
  };
}
