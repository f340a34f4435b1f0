import { parseArgs } from 'node:util';
import { retention } from '../../contract/retention-periods.ts';
import { UsageError, type Command, type CommandContext } from '../cli/command.ts';
import { textTable } from '../cli/text-table.ts';
import { countDue, removeDue, type RetentionCount } from './retention-rules.ts';
import { scrubStore } from './scrub-store.ts';
import { userName } from './privacy-log.ts';

const help = `Removes what was kept for as long as the settings KEEP_…_DAYS say. The server does so every day.

Usage: npm run retention                 shows how much of what is due, asks, and removes it
       npm run retention -- --dry-run    shows it only
       npm run retention -- --yes        removes it without asking

Options:
  --by NAME   who did it, for the log [the user of this machine]
  --json      what is due, or was removed, for machines`;

export const retentionCommand: Command = { help, run };

const options = { 'dry-run': { type: 'boolean' }, yes: { type: 'boolean' }, by: { type: 'string' }, json: { type: 'boolean' } } as const;

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = parseArgs({ args: [...args], options });
  const { store, files, settings, now, print, warn, ask } = context;
  const parts = { store, files, settings, dataDir: settings.DATA_DIR, now };
  const due = await countDue(parts);
  const show = (counts: readonly RetentionCount[]) =>
    print(values.json === true ? JSON.stringify(counts.map(shown), null, 2) : table(counts));
  const total = due.reduce((sum, { count }) => sum + count, 0);
  if (values['dry-run'] === true || total === 0) {
    show(due);
    return 0;
  }
  if (values.yes !== true) {
    show(due);
    const answer = await ask(`Type ${total} to remove these:`);
    if (answer === undefined) throw new UsageError('Nobody can be asked here: --yes removes without asking');
    if (answer !== String(total)) {
      warn('Nothing was removed.');
      return 1;
    }
  }
  const removed = await removeDue(parts, userName(values.by));
  await scrubStore(store);
  if (values.yes === true) show(removed);
  else print('Removed.');
  return 0;
}

function table(counts: readonly RetentionCount[]): string {
  const rows = counts.map(({ setting, days, before, count }) => [
    String(count).padStart(7),
    retention[setting].what,
    `${setting}=${days}`,
    `before ${new Date(before).toISOString().slice(0, 16).replace('T', ' ')}`,
  ]);
  return textTable([['    DUE', 'WHAT', 'SETTING', 'FROM'], ...rows]);
}

function shown({ setting, days, before, count }: RetentionCount) {
  return { setting, days, before: new Date(before).toISOString(), count };
}
