import type { Readable } from 'node:stream';
import type { Command, CommandContext } from '../cli/command.ts';
import { readSettings } from '../settings/settings.ts';
import { fileSettings, openFiles } from '../files/files.ts';
import type { Store } from '../store/store.ts';
import { silent } from '../store/store.testing.ts';

/** For commands whose entries in the record of actions a test does not look at: names are accounts. */
export const recordedNowhere = {
  accountOf: async (_db: unknown, name: string) => name,
  nameOf: async (_db: unknown, account: string) => account,
  record: async () => undefined,
};

const ACTING = ['import', 'append', 'publish', 'discard', 'revert', 'remove', 'add'];

/** @param by who does what needs a name, where the test gives none */
export function testContext(command: Command, store: Store, { by, ...more }: Partial<CommandContext> & { by?: string } = {}) {
  const clock = { now: Date.UTC(2025, 5, 1, 12) };
  return {
    clock,
    run: async (...args: string[]) => {
      const printed: string[] = [];
      const warned: string[] = [];
      const written: Buffer[] = [];
      const settings = more.settings ?? readSettings({ SHORT_RECORDS: 'Records of tests are short.' });
      const named = by !== undefined && !args.includes('--by') && args.some((arg) => ACTING.includes(arg)) ? [...args, '--by', by] : args;
      const code = await command.run(named, {
        store,
        settings,
        files: openFiles({ ...fileSettings(settings), store, log: silent }),
        now: () => clock.now,
        print: (text) => void printed.push(text),
        warn: (text) => void warned.push(text),
        write: async (content: Readable) => void written.push(...((await content.toArray()) as Buffer[])),
        ask: async () => undefined,
        ...more,
      });
      return { code, printed: printed.join('\n'), warned: warned.join('\n'), written: Buffer.concat(written) };
    },
  };
}
