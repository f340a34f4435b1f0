import { UsageError, type CommandContext } from '../../cli/command.ts';
import type { Call } from '../../../contract/calls/desk/call.ts';
import type { Done } from '../../http/desk-route.ts';
import type { Tx } from '../../store/store.ts';

type CommandAction = Done & Pick<Call, 'tells'> & { accountId: string; action: string; now: number };

/** Who a command acts for, and the record of what it did. */
export type CommandActions = {
  accountOf: (db: Tx, name: string) => Promise<string>;
  /** What accountOf's result is called in lists. */
  nameOf: (db: Tx, account: string) => Promise<string>;
  record: (tx: Tx, action: CommandAction) => Promise<void>;
};

/** A command of this slice, which acts for somebody. */
export type ActedContext = CommandContext & { actions: CommandActions };

export type CommandActor = {
  account: string;
  at: number;
  fourEyes: boolean;
  /** Records what a call of the desk would have recorded, and that a command did it. */
  record: (tx: Tx, call: Pick<Call, 'action' | 'tells'>, done: Done) => Promise<void>;
};

/** @param by a work address, or a name. @throws UsageError when there is none */
export async function commandActor({ store, settings, now, actions }: ActedContext, by: string | undefined): Promise<CommandActor> {
  const name = by?.trim() ?? '';
  if (name === '' || name.length > 100)
    throw new UsageError('--by NAME says who does it: a name, or the work address of an account of the desk');
  const account = await actions.accountOf(store.db, name);
  const at = now();
  return {
    account,
    at,
    fourEyes: settings.FOUR_EYES === 'on',
    record: (tx, { action = '', tells }, { subject, detail }) =>
      actions.record(tx, {
        accountId: account,
        action,
        now: at,
        detail: { ...detail, by: 'command' },
        ...(subject !== undefined && { subject }),
        ...(tells !== undefined && { tells }),
      }),
  };
}
