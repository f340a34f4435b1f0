import { useState } from 'react';
import { liftSuppression, listQueue, listSuppressions, readQueue } from '../../../contract/calls/desk/queue-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { present } from '../../../contract/checked.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useCall, useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import table from '../../parts/table.module.css';
import { LeadLink } from './lead-link.tsx';
import styles from './deliveries.module.css';

/** Addresses that get no mail, with the reason. */
export function Suppressions() {
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<{ address?: string; before?: number }>({});
  const { data, error, refetch } = useCall(listSuppressions, asked, { old: true });
  return (
    <>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(typed.trim() === '' ? {} : { address: typed.trim() });
        }}
      >
        <TextField
          label="Address"
          type="email"
          autoComplete="off"
          hint="In full: the latest are listed without it."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SmallButton type="submit" variant="outline">
          Look it up
        </SmallButton>
      </form>
      <FaultAlert fault={data === undefined ? error : null} title="They cannot be shown" onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading rows={4} />}
      {data?.suppressions.length === 0 && (
        <p className={table.none}>{asked.address === undefined ? 'Mail goes to every address.' : 'Mail goes to this address.'}</p>
      )}
      {data !== undefined && data.suppressions.length > 0 && <Table suppressions={data.suppressions} />}
      {data?.more && (
        <SmallButton variant="outline" onClick={() => setAsked({ before: present(data.suppressions.at(-1)).at })}>
          Earlier ones
        </SmallButton>
      )}
    </>
  );
}

type Suppression = CallOutput<typeof listSuppressions>['suppressions'][number];

function Table({ suppressions }: { suppressions: readonly Suppression[] }) {
  return (
    <ScrollArea label="Suppressed addresses" className={table.wide}>
      <table className={`${table.table} ${table.folds}`}>
        <TableHead columns={['Address', 'Why', 'Since', 'Lead']}>
          <th scope="col">
            <VisuallyHidden>Lift</VisuallyHidden>
          </th>
        </TableHead>
        <tbody>
          {suppressions.map((suppression) => (
            <Row key={suppression.id} suppression={suppression} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Row({ suppression: { id, address, reason, at, lead } }: { suppression: Suppression }) {
  const { roles } = useSignedIn();
  const lift = useChange(liftSuppression, {
    changes: [listSuppressions, readQueue, listQueue],
    onDone: () => notify(`Mail may go to ${address} again.`),
  });
  return (
    <tr>
      <th scope="row">{address}</th>
      <td className={table.words}>{reason}</td>
      <td className={table.words}>
        <Moment at={at} />
      </td>
      <td className={table.words}>
        <LeadLink lead={lead} />
      </td>
      <td>
        {lift.error?.message}
        {mayUse(roles, 'deliveries.work') && (
          <SmallButton
            variant="outline"
            busy={lift.isPending}
            aria-label={`Lift the suppression of ${address}`}
            onClick={() => lift.isPending || lift.mutate({ id })}
          >
            Lift
          </SmallButton>
        )}
      </td>
    </tr>
  );
}
