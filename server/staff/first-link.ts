import type { Log } from '../kernel/log.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store, Tx } from '../store/store.ts';
import { hasAdministrator, insertAccount, listAccounts, lockAccounts, findByAddress } from './accounts.ts';
import { workingRoles } from '../../contract/desk/roles.ts';
import { newToken, tokenHash } from './sign-in/cookies.ts';
import { beginSignIn } from './sign-in/sign-ins.ts';
import { UsageError, type Command, type CommandContext } from '../cli/command.ts';
import { LINK_PRINTED, recordAction } from './staff-actions.ts';

type Parts = { settings: Settings; store: Store; now: () => number };

/**
 * Makes the link by which a person becomes the first administrator. Invalidates earlier ones, except those that another server starting at the same time has
 * just printed.
 * @returns undefined when there is an administrator already
 */
export async function makeFirstLink({ settings, store, now }: Parts): Promise<string | undefined> {
  const token = newToken();
  const at = now();
  const made = await store.begin(async (tx) => {
    if (await hasAdministrator(tx)) return false;
    await tx
      .deleteFrom('staff_sign_ins')
      .where('kind', '=', 'first')
      .where('created_at', '<', at - BESIDE)
      .execute();
    await beginSignIn(tx, { kind: 'first', token_hash: tokenHash(token), now: at });
    return true;
  });
  return made ? `${settings.DESK_URL}/first?token=${token}` : undefined;
}

type Telling = { print: (line: string) => void; log: Log; terminal: boolean };

/**
 * Says at a start how somebody becomes the first administrator. Prints the link only to a terminal, or where everything runs on localhost; elsewhere logs are
 * collected and read by others, so it names the command that prints the link.
 */
export async function tellFirstLink(parts: Parts, { print, log, terminal }: Telling): Promise<void> {
  const { DESK_PORT, DESK_URL, PUBLIC_URL } = parts.settings;
  if (DESK_PORT === undefined) return;
  if (terminal || [DESK_URL, PUBLIC_URL].every(isLocal)) {
    const link = await makeFirstLink(parts);
    if (link !== undefined) print(`The desk has no administrator yet. Whoever opens this link becomes it, once: ${link}`);
  } else if (!(await hasAdministrator(parts.store.db)))
    log.warn({}, 'the desk has no administrator yet: npm run desk -- link prints a link that makes one');
}

function isLocal(url: string): boolean {
  return new URL(url).hostname === 'localhost';
}

/** Milliseconds within which servers that share a store may start together. */
const BESIDE = 60_000;

/**
 * The account for the person who used the first link: with every role, so that one person can start alone. @returns undefined when there is an administrator
 * already
 */
export async function claimFirstAccount(tx: Tx, store: Pick<Store, 'dialect'>, now: number): Promise<string | undefined> {
  await lockAccounts(tx, store);
  if (await hasAdministrator(tx)) return undefined;
  const unfinished = (await listAccounts(tx)).find(({ address }) => address === '');
  return unfinished?.id ?? insertAccount(tx, { name: 'Administrator', address: '', roles: workingRoles, state: 'active', now });
}

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
