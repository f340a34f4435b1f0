import { listColleagues } from '../../../contract/calls/desk/account-calls.ts';
import { mayUse, type Permission } from '../../../contract/desk/roles.ts';
import { commandName } from '../../../contract/desk/action-words.ts';
import { useCall } from '../../data/queries.ts';

/** The staff, with the name of an account id; for an action by command, the name that was given to the command. */
export function useColleagues() {
  const { data } = useCall(listColleagues, {});
  const colleagues = data?.colleagues ?? [];
  const nameOf = (account: string | null) =>
    account === null ? 'nobody' : (colleagues.find(({ id }) => id === account)?.name ?? commandName(account) ?? 'somebody');
  /** Those who may be given requests of a section. */
  const workersOn = (work: Permission) => colleagues.filter(({ roles, revoked }) => !revoked && mayUse(roles, work));
  return { colleagues, workersOn, nameOf };
}
