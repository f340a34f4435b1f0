import { parseArgs } from 'node:util';
import { UsageError, type Command, type CommandContext } from '../cli/command.ts';
import type { StoredFile } from '../files/file-storage.ts';
import { textTable } from '../cli/text-table.ts';

const help = `Looks after the files of applications: in DATA_DIR/files, or in the bucket of FILES_URL.

Usage: npm run files                       the same as orphans
       npm run files -- orphans [--json]   files that no row of this store knows; nothing is removed
       npm run files -- orphans --remove N
                               removes them, where they are still N as listed, and says which
       npm run files -- adopt              says whose files these are
       npm run files -- adopt --yes        makes them this store's own: after its database was restored
                               or moved. A server of the store they belonged to keeps no file any more

The server itself removes files of its own rows alone, a day after the last lead that names them is gone.`;

export const filesCommand: Command = { help, run };

const options = { json: { type: 'boolean' }, remove: { type: 'string' }, yes: { type: 'boolean' } } as const;

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [action = 'orphans', ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
  if (action === 'adopt') return adopt(values.yes === true, context);
  if (action !== 'orphans') throw new UsageError(`There is no action '${action}'`);
  const found: StoredFile[] = [];
  for await (const file of context.files.unknown()) found.push(file);
  return values.remove === undefined ? list(found, values.json === true, context) : remove(found, values.remove, context);
}

function list(found: readonly StoredFile[], json: boolean, { files, print, warn }: CommandContext): number {
  if (json) {
    print(JSON.stringify(found.map(shown), null, 2));
    return 0;
  }
  if (found.length === 0) {
    print(`Every file in ${files.place.name} is known.`);
    return 0;
  }
  print(textTable([['KEY', 'BYTES', 'STORED'], ...found.map(shown).map(({ key, size, at }) => [key, String(size), at])]));
  warn(
    `No row of this store knows these ${found.length} files in ${files.place.name}. They may be another store's, or named by a database ` +
      `that was restored from an older copy. To remove them: npm run files -- orphans --remove ${found.length}`,
  );
  return 0;
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

async function adopt(yes: boolean, { files, print }: CommandContext): Promise<number> {
  if (yes) {
    await files.takeOver();
    print(`The files in ${files.place.name} are this store's now.`);
    return 0;
  }
  const own = await files.checkOwner();
  print(own ? `The files in ${files.place.name} are this store's.` : `There are no files in ${files.place.name} yet.`);
  return 0;
}

function shown({ key, size, at }: StoredFile): { key: string; size: number; at: string } {
  return { key, size, at: new Date(at).toISOString() };
}
