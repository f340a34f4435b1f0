import { useState } from 'react';
import {
  disableEndpoint,
  enableEndpointCall,
  listDeliveriesCall,
  readEndpoints,
  resendSince,
} from '../../../contract/calls/desk/endpoint-calls.ts';
import { useChange } from '../../data/queries.ts';
import { DeskForm } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { notify } from '../../parts/notice.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import type { EndpointData } from './delivery-data.ts';
import styles from './deliveries.module.css';

const changes = [readEndpoints, listDeliveriesCall];

/** An administrator's actions on an endpoint. Those that cannot be undone ask for confirmation. */
export function EndpointActs({ endpoint: { id, name, state } }: { endpoint: EndpointData }) {
  const [asks, setAsks] = useState<'resend' | 'disable'>();
  const close = () => setAsks(undefined);
  const enable = useChange(enableEndpointCall, {
    changes,
    onDone: ({ waiting }) => notify(waiting === 0 ? `${name} is on.` : `${name} is on: what waits is sent now.`),
  });
  const disable = useChange(disableEndpoint, {
    changes,
    onDone: () => {
      close();
      notify(`${name} is off.`);
    },
  });
  const enableWords = state === 'off' || state === 'held' ? 'Switch on' : 'Try now';
  const toggle = (what: 'resend' | 'disable') => setAsks(asks === what ? undefined : what);
  return (
    <>
      <div className={styles.acts}>
        {state !== 'on' && (
          <SmallButton busy={enable.isPending} aria-label={`${enableWords}: ${name}`} onClick={() => enable.mutate({ id })}>
            {enableWords}
          </SmallButton>
        )}
        <SmallButton variant="outline" aria-expanded={asks === 'resend'} onClick={() => toggle('resend')}>
          Send again since…
        </SmallButton>
        {state !== 'off' && (
          <SmallButton variant="outline" aria-expanded={asks === 'disable'} onClick={() => toggle('disable')}>
            Switch off…
          </SmallButton>
        )}
      </div>
      <FaultAlert fault={enable.error} title="Not switched on" />
      <FaultAlert fault={disable.error} title="Not switched off" />
      {asks === 'resend' && <ResendForm id={id} onDone={close} />}
      {asks === 'disable' && (
        <div className={styles.acts}>
          <p>What waits is kept. What happens from now on is never told there, not even once it is on again.</p>
          <SmallButton busy={disable.isPending} onClick={() => disable.mutate({ id })}>
            Switch it off
          </SmallButton>
        </div>
      )}
    </>
  );
}

const HOUR = 3_600_000;

/** Hours; 0 means all. */
const since = [
  ['1', 'the last hour'],
  ['24', 'the last day'],
  ['168', 'the last 7 days'],
  ['0', 'everything that is kept'],
] as const;

const which = [
  ['failed', 'What failed for good'],
  ['all', 'All, also what was taken'],
] as const;

function ResendForm({ id, onDone }: { id: string; onDone: () => void }) {
  const [hours, setHours] = useState('24');
  const [what, setWhat] = useState('failed');
  const again = useChange(resendSince, {
    changes,
    onDone: ({ count }) => {
      onDone();
      notify(count === 1 ? 'It is sent again.' : `${count} are sent again.`);
    },
  });
  const from = () => (hours === '0' ? 0 : Date.now() - Number(hours) * HOUR);
  return (
    <DeskForm className={styles.search} onSend={() => again.mutate({ id, since: from(), failedOnly: what === 'failed' })}>
      <SelectField label="What" items={which} value={what} onChange={(event) => setWhat(event.target.value)} />
      <SelectField label="Of" items={since} value={hours} onChange={(event) => setHours(event.target.value)} />
      <SmallButton type="submit" busy={again.isPending}>
        Send again
      </SmallButton>
      <FaultAlert fault={again.error} title="Not sent again" />
    </DeskForm>
  );
}
