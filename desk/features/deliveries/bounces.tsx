import { useState } from 'react';
import { listBounces } from '../../../contract/calls/desk/queue-calls.ts';
import { present } from '../../../contract/checked.ts';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { useCall } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import table from '../../parts/table.module.css';
import { LeadLink } from './lead-link.tsx';

const kindWords: Readonly<Record<string, string>> = {
  'mail came back for good': 'Came back for good',
  'mail came back': 'Came back, for now',
  'mail called spam': 'Called spam by its reader',
};

/** Bounces and complaints that the mail provider reported for sent mails. */
export function Bounces() {
  const [before, setBefore] = useState<number>();
  const { data, error, refetch } = useCall(listBounces, before === undefined ? {} : { before }, { old: true });
  if (data === undefined) {
    return error === null ? (
      <Loading rows={4} />
    ) : (
      <FaultAlert fault={error} title="Bounces cannot be shown" onRetry={() => void refetch()} />
    );
  }
  if (data.bounces.length === 0) {
    return (
      <p className={table.none}>
        {data.reported
          ? 'No mail has come back.'
          : 'Nobody reports bounces: BOUNCE_SECRET is not set (docs/operating.md, Mail that comes back).'}
      </p>
    );
  }
  return (
    <>
      <ScrollArea label="Bounces" className={table.wide}>
        <table className={`${table.table} ${table.folds}`}>
          <TableHead columns={['When', 'What', 'Report', 'Of']} />
          <tbody>
            {data.bounces.map(({ id, at, kind, status, lead }) => (
              <tr key={id}>
                <th scope="row">
                  <Moment at={at} />
                </th>
                <td className={table.words}>{kindWords[kind] ?? kind}</td>
                <td className={table.words}>{status}</td>
                <td className={table.words}>
                  <LeadLink lead={lead} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {data.more && (
        <SmallButton variant="outline" onClick={() => setBefore(present(data.bounces.at(-1)).at)}>
          Earlier ones
        </SmallButton>
      )}
    </>
  );
}
