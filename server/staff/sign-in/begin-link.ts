import { createHmac } from 'node:crypto';
import { enqueue } from '../../queue/job-queue.ts';
import { storedSecret } from '../../store/stored-secret.ts';
import type { Tx } from '../../store/store.ts';
import { findByAddress } from '../accounts.ts';
import { signInLink } from './sign-in-link.job.ts';
import { beginSignIn, countLinks, wasPressedFrom } from './sign-ins.ts';

/** Links to one account that one network may ask for in an hour. */
export const LINKS_PER_HOUR = 5;
/** Networks that may ask for as many, so that a stranger's requests do not use up the owner's links. */
const ASKERS = 4;
/** Links to one account in an hour, in all: beyond ASKERS networks, each network that has not asked yet gets one. */
const MOST_PER_HOUR = 40;
/** Links in an hour for staff who are signed in to the account: some calls need a sign-in of the last ten minutes. */
const OWN_PER_HOUR = 12;

/** `network`: the widest network of the asking client. `signedInAs`: the account of the browser's session. */
type Asked = { address: string; browser: string; network: string; signedInAs: string | undefined; now: number };

/** Does the same work, and takes as long, whether the address belongs to an account or not: a job sends the mail, if there is one to send. */
export async function beginLink(tx: Tx, { address, browser, network, signedInAs, now }: Asked): Promise<void> {
  const account = await findByAddress(tx, address);
  const isOwn = account !== undefined && account.id === signedInAs;
  const askedBy = isOwn ? 'session' : await keyOf(tx, network);
  const { all, own } = await countLinks(tx, { accountId: account?.id ?? '', askedBy, since: now - 3_600_000 });
  const isRoom = all < ASKERS * LINKS_PER_HOUR || (own === 0 && all < MOST_PER_HOUR);
  // A network from which a link of the account was used before gets one, however many strangers ask.
  const isFair = own < LINKS_PER_HOUR && ((await wasPressedFrom(tx, account?.id ?? '', askedBy)) || isRoom);
  const sent = account !== undefined && account.state !== 'revoked' && (isOwn ? own < OWN_PER_HOUR : isFair);
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
