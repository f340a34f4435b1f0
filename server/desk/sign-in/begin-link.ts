import { enqueue } from '../../jobs/job-queue.ts';
import type { Tx } from '../../store/store.ts';
import { findByAddress } from '../accounts.ts';
import { signInLink } from './sign-in-link.job.ts';
import { beginSignIn, countLinks } from './sign-ins.ts';

/** Links that one account may get in an hour, whoever asks. */
export const LINKS_PER_HOUR = 5;

type Asked = { address: string; browser: string; now: number };

/** Does the same, and takes as long, whether somebody has the address or nobody: a job sends the mail, where there is one to send. */
export async function beginLink(tx: Tx, { address, browser, now }: Asked): Promise<void> {
  const account = await findByAddress(tx, address);
  const links = await countLinks(tx, account?.id ?? '', now - 3_600_000);
  const sent = account !== undefined && account.state !== 'revoked' && links < LINKS_PER_HOUR;
  const signIn = await beginSignIn(tx, { kind: 'link', browser, account_id: sent ? account.id : null, now });
  await enqueue(tx, signInLink, { signIn }, { now });
}
