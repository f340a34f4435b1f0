import { mayUse } from '../../contract/desk/roles.ts';
import { lockNamed } from '../store/database/named-lock.ts';
import type { Store, Tx } from '../store/store.ts';
import { listAccounts, type Account } from './accounts.ts';

/** Name of the lock that makes turns follow one another, whatever server gives them. */
const TURNS = 'turns of leads';

/** Whether new leads may come to an account in turn, apart from whether the company wants that. */
export function takesTurns({ state, roles, away }: Pick<Account, 'state' | 'roles' | 'away'>): boolean {
  return state === 'active' && away !== 1 && mayUse(roles, 'leads.work');
}

/**
 * The account whose turn it is, of those that are in: the one that waits the longest. In the transaction of the lead that it gets, so that a turn is neither
 * lost nor given twice.
 * @returns undefined when nobody is in
 */
export async function nextInTurn(tx: Tx, dialect: Store['dialect'], at: number): Promise<string | undefined> {
  await lockNamed(dialect, tx, TURNS);
  const accounts = (await listAccounts(tx)).filter(takesTurns);
  const last = Math.max(0, ...accounts.map((account) => account.turn_at ?? 0));
  const [next] = accounts.toSorted((one, other) => (one.turn_at ?? 0) - (other.turn_at ?? 0) || one.created_at - other.created_at);
  if (next === undefined) return undefined;
  // Later than every other turn, also where leads come within a millisecond or a server's clock is behind.
  await tx
    .updateTable('staff_accounts')
    .set({ turn_at: Math.max(at, last + 1) })
    .where('id', '=', next.id)
    .execute();
  return next.id;
}
