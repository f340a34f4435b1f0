import type { Tx } from '../../store/store.ts';
import { bindSubject, findByAddress, findBySubject } from '../accounts.ts';
import type { ProviderIdentity } from './provider.ts';

/**
 * The account of a person whom the provider names. The first sign-in finds it by address and binds it to the provider's id of the person, by which it is
 * found from then on. An account that is bound to another id of the same provider belongs to somebody who had the address before.
 * @returns the account's id; undefined where no open account matches
 */
export async function accountAtProvider(tx: Tx, { subject, address }: ProviderIdentity): Promise<string | undefined> {
  const known = await findBySubject(tx, subject);
  if (known !== undefined) return known.state === 'revoked' ? undefined : known.id;
  const account = await findByAddress(tx, address);
  if (account === undefined || account.state === 'revoked') return undefined;
  const bound = account.provider_subject;
  if (bound !== null && issuerOf(bound) === issuerOf(subject)) return undefined;
  return (await bindSubject(tx, account, subject)) ? account.id : undefined;
}

function issuerOf(subject: string): string | undefined {
  return subject.split(' ')[0];
}
