import { useState } from 'react';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { liftSuppression, listQueue, listSuppressions, readQueue } from '../../../contract/calls/desk/queue-calls.ts';
import { useCall } from '../../data/queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { DeskForm } from '../../parts/desk-form.tsx';
import { TextField } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageButtons, usePages } from '../../parts/pages.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import table from '../../parts/table.module.css';
import { LeadLink } from './lead-link.tsx';
import { RowButton } from './row-button.tsx';
import styles from './deliveries.module.css';

/** Addresses that get no mail, with the reason. */
export function Suppressions() {
  const [typed, setTyped] = useState('');
  const [address, setAddress] = useState('');
  const pages = usePages<number>();
  const { before } = pages;
  const query = useCall(listSuppressions, address === '' ? { ...(before !== undefined && { before }) } : { address }, { old: true });
  const search = () => {
    setAddress(typed.trim());
    pages.reset();
  };
  return (
    <>
      <DeskForm noValidate={false} className={styles.search} onSend={search}>
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
      </DeskForm>
      <Loaded query={query} failure="They cannot be shown" rows={4}>
        {({ suppressions, more }) =>
          suppressions.length === 0 ? (
            <p className={`quiet ${table.none}`}>{address === '' ? 'Mail goes to every address.' : 'Mail goes to this address.'}</p>
          ) : (
            <>
              <Table suppressions={suppressions} />
              <PageButtons pages={pages} end={more ? suppressions.at(-1)?.at : null} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function Table({ suppressions }: Pick<CallOutput<typeof listSuppressions>, 'suppressions'>) {
  const changes = [listSuppressions, readQueue, listQueue];
  return (
    <DataTable
      label="Suppressed addresses"
      rows={suppressions}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Address', render: ({ address }) => address },
        { head: 'Why', render: ({ reason }) => reason },
        { head: 'Since', render: ({ at }) => <Moment at={at} /> },
        { head: 'Lead', render: ({ lead }) => <LeadLink lead={lead} /> },
        {
          head: 'Lift',
          look: 'button',
          render: ({ id, address }) => {
            const done = `Mail may go to ${address} again.`;
            const name = `Lift the suppression of ${address}`;
            return <RowButton call={liftSuppression} input={{ id }} changes={changes} done={done} words="Lift" name={name} />;
          },
        },
      ]}
    />
  );
}
