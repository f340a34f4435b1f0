import { createHmac } from 'node:crypto';
import { enqueue } from '../../queue/job-queue.ts';
import { storedSecret } from '../../store/stored-secret.ts';
import type { Tx } from '../../store/store.ts';
import { findByAddress } from '../accounts.ts';
import { signInLink } from './sign-in-link.job.ts';
import { beginSignIn, countLinks, wasPressedFrom } from './sign-ins.ts';

/** Links that one network may ask for an account in an hour. */
export const LINKS_PER_HOUR = 5;
/** As many networks may, so that a stranger who asks for somebody's links leaves them theirs. */
const ASKERS = 4;
/** Beyond that, and up to here, each network that has asked for none yet gets one. */
const MOST_PER_HOUR = 40;
/** Links for whoever is signed in to the account: some calls need a sign-in of the last ten minutes. */
const OWN_PER_HOUR = 12;

/** `network`: the widest that the asking client is part of. `signedInAs`: the account of the session that the browser has. */
type Asked = { address: string; browser: string; network: string; signedInAs: string | undefined; now: number };

/** Does the same, and takes as long, whether somebody has the address or nobody: a job sends the mail, where there is one to send. */
export async function beginLink(tx: Tx, { address, browser, network, signedInAs, now }: Asked): Promise<void> {
  const account = await findByAddress(tx, address);
  const isOwn = account !== undefined && account.id === signedInAs;
  const askedBy = isOwn ? 'session' : await keyOf(tx, network);
  const { all, own } = await countLinks(tx, { accountId: account?.id ?? '', askedBy, since: now - 3_600_000 });
  const isRoom = all < ASKERS * LINKS_PER_HOUR || (own === 0 && all < MOST_PER_HOUR);
  // However many strangers ask, where a link of the account was pressed before there is one.
  const isFair = own < LINKS_PER_HOUR && ((await wasPressedFrom(tx, account?.id ?? '', askedBy)) || isRoom);
  const sent = account !== undefined && account.state !== 'revoked' && (isOwn ? own < OWN_PER_HOUR : isFair);
  const signIn = await beginSignIn(tx, { kind: 'link', browser, account_id: sent ? account.id : null, asked_by: askedBy, now });
  await enqueue(tx, signInLink, { signIn }, { now });
}

/** Says of two requests whether they came from one network, and nothing of the network to whoever has not the secret. */
async function keyOf(tx: Tx, network: string): Promise<string> {
  return createHmac('sha256', await storedSecret(tx, 'sign-in-askers'))
    .update(network)
    .digest('base64url')
    .slice(0, 22);
}
