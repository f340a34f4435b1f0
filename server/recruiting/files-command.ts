import { runAction, UsageError, type Command, type CommandContext, type Declared } from '../cli/command.ts';
import { printRows } from '../cli/text-table.ts';
import type { StoredFile } from '../files/file-storage.ts';

const help = `Looks after the files of applications: in DATA_DIR/files, or in the bucket of FILES_URL.

Usage: npm run files                       the same as orphans
       npm run files -- orphans [--json]   files that no row of this store knows; nothing is removed
       npm run files -- orphans --remove N
                               removes them, where they are still N as listed, and says which
       npm run files -- adopt              says whose files these are
       npm run files -- adopt --yes        makes them this store's own: after its database was restored
                               or moved. A server of the store they belonged to keeps no file any more

The server itself removes files of its own rows alone, a day after the last lead that names them is gone.`;

export const filesCommand: Command = { help, run: (args, context) => runAction(declared, args, context) };

const options = { json: { type: 'boolean' }, remove: { type: 'string' }, yes: { type: 'boolean' } } as const;

const declared: Declared<typeof options, CommandContext> = {
  options,
  actions: {
    orphans: {
      options: ['json', 'remove'],
      run: async (context, { json, remove: count }) => {
        const found: StoredFile[] = [];
        for await (const file of context.files.unknown()) found.push(file);
        return count === undefined ? list(found, json, context) : remove(found, count, context);
      },
    },
    adopt: { options: ['yes'], run: (context, { yes }) => adopt(yes === true, context) },
  },
};

function list(found: readonly StoredFile[], json: boolean | undefined, { files, print, warn }: CommandContext): void {
  const rows = found.map(({ key, size, at }) => ({ key, size, at: new Date(at).toISOString() }));
  printRows(print, rows, {
    columns: [
      ['KEY', ({ key }) => key],
      ['BYTES', ({ size }) => size],
      ['STORED', ({ at }) => at],
    ],
    none: `Every file in ${files.place.name} is known.`,
    json,
  });
  if (json || rows.length === 0) return;
  warn(
    `No row of this store knows these ${found.length} files in ${files.place.name}. They may be another store's, or named by a database ` +
      `that was restored from an older copy. To remove them: npm run files -- orphans --remove ${found.length}`,
  );
}

async function remove(found: readonly StoredFile[], given: string, { files, print, warn }: CommandContext): Promise<number> {
  if (!/^\d+$/.test(given)) throw new UsageError('--remove takes the number of files that orphans lists');
  if (Number(given) !== found.length) {
    warn(`There are ${found.length} such files, not ${given}: list them again. Nothing was removed.`);
    return 1;
  }
  // Throws, too, when the files belong to another store.
  if (!(await files.checkOwner())) throw new UsageError(`The files in ${files.place.name} are no store's yet: adopt them first`);
  for (const { key } of found) {
    await files.removeUnknown(key);
    print(`removed ${key}`);
  }
  return 0;
}

async function adopt(yes: boolean, { files, print }: CommandContext): Promise<void> {
  if (yes) {
    await files.takeOver();
    return print(`The files in ${files.place.name} are this store's now.`);
  }
  const owned = await files.checkOwner();
  print(owned ? `The files in ${files.place.name} are this store's.` : `There are no files in ${files.place.name} yet.`);
}
