import { listColleagues } from '../../../contract/calls/desk/account-calls.ts';
import { commandName } from '../../../contract/desk/action-words.ts';
import { useCall } from '../../data/queries.ts';

/** The staff by account id, for showing names; commands have the names that they were given. */
export function useColleagues() {
  const { data } = useCall(listColleagues, {});
  const colleagues = data?.colleagues ?? [];
  const nameOf = (account: string | null) =>
    account === null ? 'nobody' : (colleagues.find(({ id }) => id === account)?.name ?? commandName(account) ?? 'somebody');
  return { colleagues, nameOf };
}
