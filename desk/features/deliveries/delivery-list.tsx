import { useEffect, useRef, useState } from 'react';
import { listDeliveriesCall, readEndpoints, resendDelivery, type deliveryStatuses } from '../../../contract/calls/desk/endpoint-calls.ts';
import { useCall } from '../../data/queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageButtons, usePages } from '../../parts/pages.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import table from '../../parts/table.module.css';
import type { DeliveryData, EndpointData } from './delivery-data.ts';
import { LeadLink } from './lead-link.tsx';
import { RowButton } from './row-button.tsx';
import styles from './deliveries.module.css';

type Status = (typeof deliveryStatuses)[number];

const statusWords: Readonly<Record<Status, string>> = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed for good' };

const choices = [['', 'All'], ...Object.entries(statusWords)] as readonly (readonly [Status | '', string])[];

/** The deliveries to an endpoint with their last attempts, page by page. */
export function DeliveryList({ endpoint: { id, name, lastSuccessAt, lastFailure } }: { endpoint: EndpointData }) {
  const [status, setStatus] = useState<Status | ''>('');
  const pages = usePages<number>();
  const { before } = pages;
  const query = useCall(
    listDeliveriesCall,
    { id, ...(status !== '' && { status }), ...(before !== undefined && { before }) },
    { old: true },
  );
  const { data, refetch } = query;
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
            pages.reset();
          }}
        />
        <SmallButton variant="outline" onClick={() => void refetch()}>
          Look again
        </SmallButton>
      </div>
      <Loaded query={query} failure="They cannot be shown" rows={3}>
        {({ deliveries }) => <DeliveryTable name={name} deliveries={deliveries} />}
      </Loaded>
      <PageButtons pages={pages} end={data?.next} />
    </>
  );
}

function DeliveryTable({ name, deliveries }: { name: string; deliveries: readonly DeliveryData[] }) {
  if (deliveries.length === 0) return <p className={`quiet ${table.none}`}>None.</p>;
  return (
    <DataTable
      label={`Deliveries to ${name}`}
      rows={deliveries}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Event', render: Event },
        { head: 'For', render: ({ lead }) => <LeadLink lead={lead} /> },
        { head: 'State', render: State },
        { head: 'Last attempts', render: ({ attempts }) => (attempts.length === 0 ? 'None yet' : <Attempts attempts={attempts} />) },
        { head: 'Send again', look: 'button', render: (delivery) => <Resend delivery={delivery} /> },
      ]}
    />
  );
}

function Event({ event, eventId, createdAt }: DeliveryData) {
  return (
    <span title={eventId}>
      {event}
      <br />
      <Moment at={createdAt} />
    </span>
  );
}

function State({ status, nextAt }: DeliveryData) {
  return (
    <>
      {statusWords[status]}
      {nextAt !== null && (
        <>
          , next try <Moment at={nextAt} />
        </>
      )}
    </>
  );
}

function Resend({ delivery: { id, event, lead } }: { delivery: DeliveryData }) {
  const name = `Send again: ${event}${lead === null ? '' : ` of ${lead.name}`}`;
  const then = { changes: [readEndpoints, listDeliveriesCall], done: 'It is sent again.' };
  return <RowButton call={resendDelivery} input={{ id }} {...then} words="Send again" name={name} />;
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
