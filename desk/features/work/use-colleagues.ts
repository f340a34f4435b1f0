import { listColleagues } from '../../../contract/calls/desk/account-calls.ts';
import { useCall } from '../../data/queries.ts';

/** The staff by account id, for showing names. */
export function useColleagues() {
  const { data } = useCall(listColleagues, {});
  const colleagues = data?.colleagues ?? [];
  const nameOf = (account: string | null) =>
    colleagues.find(({ id }) => id === account)?.name ?? (account === null ? 'nobody' : 'somebody');
  return { colleagues, nameOf };
}
