import { UsageError, type Command, type CommandContext } from '../cli/command.ts';
import { findByAddress } from './accounts.ts';
import { makeFirstLink } from './first-link.ts';
import { newToken, tokenHash } from './sign-in/secret-token.ts';
import { beginSignIn } from './sign-in/sign-ins.ts';
import { LINK_PRINTED, recordAction } from './staff-actions.ts';

const help = `Makes the first administrator of the desk, or lets one of the staff in where no mail comes.

Usage: npm run desk -- link             prints a link that makes whoever opens it the administrator, while there is none
       npm run desk -- link ADDRESS     prints a link that signs in whoever has this work address: once, within 10 minutes`;

export const firstLinkCommand: Command = {
  help,
  run: async ([, address, ...rest], context) => {
    if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
    if (address !== undefined) return printSignInLink(address, context);
    const link = await makeFirstLink(context);
    context.print(link ?? 'Somebody is administrator already, and invites others on the desk.');
    return link === undefined ? 1 : 0;
  },
};

/** Prints a link that works in any browser: whoever runs commands on the server has access to the store anyway. */
async function printSignInLink(address: string, { settings, store, now, print }: CommandContext): Promise<number> {
  if (settings.OIDC_ISSUER !== undefined) {
    print('Here the company’s provider alone signs in: there are no links.');
    return 1;
  }
  const account = await findByAddress(store.db, address);
  if (account === undefined || account.state === 'revoked') {
    print(`Nobody who may sign in to the desk has the address ${address}.`);
    return 1;
  }
  const token = newToken();
  await store.begin(async (tx) => {
    await beginSignIn(tx, { kind: 'link', account_id: account.id, token_hash: tokenHash(token), now: now() });
    // Recorded for this account: who printed the link is not known, and whoever opens it acts under the account's name.
    await recordAction(tx, { accountId: account.id, action: LINK_PRINTED, subject: { kind: 'account', id: account.id }, now: now() });
  });
  print(`${settings.DESK_URL}/sign-in/link?token=${token}`);
  return 0;
}
