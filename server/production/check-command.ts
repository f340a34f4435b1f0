import { UsageError, type Command } from '../cli/command.ts';
import { textTable } from '../cli/text-table.ts';
import { environment } from '../settings/settings.ts';
import { productionChecks } from './production-checks.ts';
import { readProductionFacts } from './production-facts.ts';

const help = `Says what is lacking before visitors come, as Settings on the desk does.

Usage: npm run desk -- check     ends with 1 while something is lacking`;

const marks = { lacking: 'LACKING', advised: 'ADVISED', done: 'done' } as const;

export const checkCommand: Command = {
  help,
  run: async ([, ...rest], { settings, store, now, print }) => {
    if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
    const folder = process.cwd();
    const checks = productionChecks(await readProductionFacts({ settings, store, now: now(), env: environment(folder), folder }));
    print(textTable(checks.map(({ state, title, found, mend }) => [marks[state], title, found, state === 'done' ? '' : mend])));
    return checks.some(({ state }) => state === 'lacking') ? 1 : 0;
  },
};
