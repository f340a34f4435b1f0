import { UsageError, type Command } from '../cli/command.ts';
import { handOver } from '../work/hand-over.ts';
import { findByAddress, isStaff } from './accounts.ts';
import { commandActions } from './command-actions.ts';
import { tellStaff } from './notices/staff-notices.ts';

const help = `Gives everything that is a colleague's to another one, as when somebody leaves.

Usage: npm run desk -- hand-over FROM TO --by NAME     FROM and TO are work addresses; TO may be 'nobody'`;

export const handOverCommand: Command = {
  help,
  run: async ([, from = '', to = '', flag, by, ...rest], { store, now, print }) => {
    if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
    if (flag !== '--by' || by === undefined) throw new UsageError('Say who does it: --by NAME');
    const idOf = async (address: string) => {
      const account = await findByAddress(store.db, address);
      if (account === undefined) throw new UsageError(`No account has the work address '${address}'`);
      return account.id;
    };
    const [giver, taker] = [await idOf(from), to === 'nobody' ? null : await idOf(to)];
    if (taker === giver || (taker !== null && !(await isStaff(store.db, taker)))) throw new UsageError(`'${to}' cannot be given them`);
    const actor = await commandActions.accountOf(store.db, by);
    const record: Parameters<typeof handOver>[2] = (tx, subject) =>
      commandActions.record(tx, { action: 'requests handed over', accountId: actor, subject, now: now() });
    const handed = await handOver({ store, staff: { isStaff, tell: tellStaff } }, { from: giver, to: taker, actor, now }, record);
    print(`${handed} handed over`);
    return 0;
  },
};
