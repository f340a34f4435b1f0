import { useEffect, useRef, useState } from 'react';
import { listDeliveriesCall, readEndpoints, resendDelivery, type deliveryStatuses } from '../../../contract/calls/desk/endpoint-calls.ts';
import { present } from '../../../contract/checked.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { ScrollArea } from '../../../ui/scroll-area.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useCall, useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import table from '../../parts/table.module.css';
import type { DeliveryData, EndpointData } from './endpoint-data.ts';
import { LeadLink } from './lead-link.tsx';
import styles from './deliveries.module.css';

type Status = (typeof deliveryStatuses)[number];

const statusWords: Readonly<Record<Status, string>> = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed for good' };

const choices = [['', 'All'], ...Object.entries(statusWords)] as readonly (readonly [Status | '', string])[];

/** The deliveries to an endpoint with their last attempts, page by page. */
export function DeliveryList({ endpoint: { id, name, lastSuccessAt, lastFailure } }: { endpoint: EndpointData }) {
  const [status, setStatus] = useState<Status | ''>('');
  const [pages, setPages] = useState<readonly number[]>([]);
  const before = pages.at(-1);
  const input = { id, ...(status !== '' && { status }), ...(before !== undefined && { before }) };
  const { data, error, refetch } = useCall(listDeliveriesCall, input, { old: true });
  // Every reading is recorded, so the list is read again only when a waiting delivery may have been tried.
  const tried = `${lastSuccessAt} ${lastFailure?.at}`;
  const seen = useRef(tried);
  const waits = data?.deliveries.some((delivery) => delivery.status === 'waiting') === true;
  useEffect(() => {
    if (!waits || seen.current === tried) return;
    seen.current = tried;
    void refetch();
  }, [waits, tried, refetch]);
  return (
    <>
      <div className={styles.search}>
        <SelectField
          label="Show"
          items={choices}
          value={status}
          onChange={(event) => {
            setStatus(event.target.value as Status | '');
            setPages([]);
          }}
        />
        <SmallButton variant="outline" onClick={() => void refetch()}>
          Look again
        </SmallButton>
      </div>
      <FaultAlert fault={data === undefined ? error : null} title="They cannot be shown" onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading rows={3} />}
      {data !== undefined && <DeliveryTable name={name} deliveries={data.deliveries} />}
      <p>
        {pages.length > 0 && (
          <SmallButton variant="outline" onClick={() => setPages(pages.slice(0, -1))}>
            Later ones
          </SmallButton>
        )}{' '}
        {typeof data?.next === 'number' && (
          <SmallButton variant="outline" onClick={() => setPages([...pages, present(data.next)])}>
            Earlier ones
          </SmallButton>
        )}
      </p>
    </>
  );
}

function DeliveryTable({ name, deliveries }: { name: string; deliveries: readonly DeliveryData[] }) {
  if (deliveries.length === 0) return <p className={table.none}>None.</p>;
  return (
    <ScrollArea label={`Deliveries to ${name}`} className={table.wide}>
      <table className={`${table.table} ${table.folds}`}>
        <TableHead columns={['Event', 'For', 'State', 'Last attempts']}>
          <th scope="col">
            <VisuallyHidden>Send again</VisuallyHidden>
          </th>
        </TableHead>
        <tbody>
          {deliveries.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Row({ delivery: { id, event, eventId, status, nextAt, createdAt, lead, attempts } }: { delivery: DeliveryData }) {
  const { roles } = useSignedIn();
  const again = useChange(resendDelivery, { changes: [readEndpoints, listDeliveriesCall], onDone: () => notify('It is sent again.') });
  return (
    <tr>
      <th scope="row" title={eventId}>
        {event}
        <br />
        <Moment at={createdAt} />
      </th>
      <td className={table.words}>
        <LeadLink lead={lead} />
      </td>
      <td className={table.words}>
        {statusWords[status]}
        {nextAt !== null && (
          <>
            , next try <Moment at={nextAt} />
          </>
        )}
      </td>
      <td className={table.words}>{attempts.length === 0 ? 'None yet' : <Attempts attempts={attempts} />}</td>
      <td>
        {again.error?.message}
        {mayUse(roles, 'deliveries.work') && (
          <SmallButton
            variant="outline"
            busy={again.isPending}
            aria-label={`Send again: ${event}${lead === null ? '' : ` of ${lead.name}`}`}
            onClick={() => again.isPending || again.mutate({ id })}
          >
            Send again
          </SmallButton>
        )}
      </td>
    </tr>
  );
}

/** Attempts, the latest first. The response body is always shown as plain text. */
function Attempts({ attempts }: Pick<DeliveryData, 'attempts'>) {
  return (
    <ol className={styles.attempts}>
      {attempts.map(({ at, ms, status, error, answer }) => (
        <li key={at}>
          <Moment at={at} />, {ms} ms: {error ?? (status === null ? 'taken' : `taken, HTTP ${status}`)}
          {answer !== null && <q className={styles.answer}>{answer}</q>}
        </li>
      ))}
    </ol>
  );
}
