import { createHmac } from 'node:crypto';
import { enqueue } from '../../queue/job-queue.ts';
import { storedSecret } from '../../store/stored-secret.ts';
import type { Tx } from '../../store/store.ts';
import { findByAddress } from '../accounts.ts';
import { signInLink, invitation } from './sign-in.mail.tsx';
import { beginSignIn, countLinks, wasPressedFrom } from './sign-ins.ts';
import type { Settings } from '../../settings/settings.ts';
import { closeBegun } from './new-address.ts';
import { newToken, tokenHash } from './cookies.ts';

/** Links to one account that one network may ask for in an hour. */
export const LINKS_PER_HOUR = 5;
/** Networks that may ask for as many, so that a stranger's requests do not use up the owner's links. */
const ASKERS = 4;
/** Links to one account in an hour, in all: beyond ASKERS networks, each network that has not asked yet gets one. */
const MAX_PER_HOUR = 40;
/** Links in an hour for staff who are signed in to the account: some calls need a sign-in of the last ten minutes. */
const OWN_PER_HOUR = 12;

/** `network`: the widest network of the asking client. `signedInAs`: the account of the browser's session. */
type Asked = { address: string; browser: string; network: string; signedInAs: string | undefined; now: number };

/** Does the same work, and takes as long, whether the address belongs to an account or not: a job sends the mail, if there is one to send. */
export async function beginLink(tx: Tx, { address, browser, network, signedInAs, now }: Asked): Promise<void> {
  const account = await findByAddress(tx, address);
  const isOwn = account !== undefined && account.id === signedInAs;
  const askedBy = isOwn ? 'session' : await keyOf(tx, network);
  const { all, fromAsker } = await countLinks(tx, { accountId: account?.id ?? '', askedBy, since: now - 3_600_000 });
  const isRoom = all < ASKERS * LINKS_PER_HOUR || (fromAsker === 0 && all < MAX_PER_HOUR);
  // A network from which a link of the account was used before gets one, however many strangers ask.
  const isFair = fromAsker < LINKS_PER_HOUR && ((await wasPressedFrom(tx, account?.id ?? '', askedBy)) || isRoom);
  const sent = account !== undefined && account.state !== 'revoked' && (isOwn ? fromAsker < OWN_PER_HOUR : isFair);
  const signIn = await beginSignIn(tx, { kind: 'link', browser, account_id: sent ? account.id : null, asked_by: askedBy, now });
  await enqueue(tx, signInLink, { signIn }, { now });
}

/** A keyed hash of a network: the same for two requests from one network. Without the secret it reveals nothing about the network. */
async function keyOf(tx: Tx, network: string): Promise<string> {
  return createHmac('sha256', await storedSecret(tx, 'sign-in-askers'))
    .update(network)
    .digest('base64url')
    .slice(0, 22);
}

type Invited = { accountId: string; settings: Settings; now: number };

/** Mails an invitation to an account; its link signs in once. Where only the company's provider signs in, the mail has no such link. */
export async function beginInvitation(tx: Tx, { accountId, settings, now }: Invited): Promise<void> {
  await closeBegun(tx, accountId, now);
  const signIn = settings.OIDC_ISSUER !== undefined ? undefined : await beginSignIn(tx, { kind: 'invitation', account_id: accountId, now });
  await enqueue(tx, invitation, { account: accountId, ...(signIn !== undefined && { signIn }) }, { now });
}

/** Makes an invitation that an administrator hands over, where no mail is sent. @returns the token of its link, which is stored only as a hash */
export async function beginHandedInvitation(tx: Tx, accountId: string, now: number): Promise<string> {
  const token = newToken();
  await closeBegun(tx, accountId, now);
  await beginSignIn(tx, { kind: 'invitation', account_id: accountId, token_hash: tokenHash(token), now });
  return token;
}
