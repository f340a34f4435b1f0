import { UsageError, type Command } from '../cli/command.ts';
import { makeFirstLink } from './first-link.ts';

const help = `Makes the first administrator of the desk.

Usage: npm run desk -- link     prints a link that makes whoever opens it the administrator, while there is none`;

export const firstLinkCommand: Command = {
  help,
  run: async ([, ...rest], context) => {
    if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
    const link = await makeFirstLink(context);
    context.print(link ?? 'Somebody is administrator already, and invites others on the desk.');
    return link === undefined ? 1 : 0;
  },
};
