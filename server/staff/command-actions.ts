import { COMMAND_ACTOR } from '../../contract/desk/action-words.ts';
import type { Permission } from '../../contract/desk/roles.ts';
import type { Tx } from '../store/store.ts';
import { findAccount, findByAddress, listAccounts } from './accounts.ts';
import { tellHolders } from './notices/action-notice.mail.tsx';
import { recordAction, type StaffAction } from './staff-actions.ts';

/** What commands record under the name that they were given. */
export const commandActions = {
  /** The account that a name stands for: that of this work address, or the only one of this name; else the name itself. */
  accountOf: async (db: Tx, name: string): Promise<string> => {
    const found = (await findByAddress(db, name)) ?? (await onlyOneNamed(db, name));
    return found?.id ?? `${COMMAND_ACTOR}${name}`;
  },
  nameOf: async (db: Tx, account: string): Promise<string> => (await findAccount(db, account))?.name ?? account.replace(COMMAND_ACTOR, ''),
  /** Tells whom the call of the desk would tell. */
  record: async (tx: Tx, { tells, ...done }: StaffAction & { tells?: Permission }): Promise<void> => {
    await recordAction(tx, done);
    if (tells !== undefined) await tellHolders(tx, { ...done, permission: tells });
  },
};

async function onlyOneNamed(db: Tx, name: string) {
  const named = (await listAccounts(db)).filter((one) => one.name.toLowerCase() === name.toLowerCase());
  return named.length === 1 ? named[0] : undefined;
}
