import type { Call, CallInput } from '../../../contract/calls/desk/call.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';

type ButtonProps<C extends Call> = {
  call: C;
  input: CallInput<C>;
  changes: readonly Call[];
  /** The notice once it is done. */
  done: string;
  /** The label; undefined: no button. */
  words: string | undefined;
  /** What a screen reader says. */
  name: string;
};

/** The button of a row, for those who may change deliveries, with its error before it. */
export function RowButton<C extends Call>({ call, input, changes, done, words, name }: ButtonProps<C>) {
  const { roles } = useSignedIn();
  const change = useChange(call, { changes, onDone: () => notify(done) });
  return (
    <>
      {change.error?.message}
      {words !== undefined && mayUse(roles, 'deliveries.work') && (
        <SmallButton variant="outline" busy={change.isPending} aria-label={name} onClick={() => change.mutate(input)}>
          {words}
        </SmallButton>
      )}
    </>
  );
}
