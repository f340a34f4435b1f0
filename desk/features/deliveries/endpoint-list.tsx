import { useState } from 'react';
import { readEndpoints } from '../../../contract/calls/desk/endpoint-calls.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { useCall } from '../../data/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { EndpointActs } from './endpoint-acts.tsx';
import type { EndpointData } from './delivery-data.ts';
import styles from './deliveries.module.css';

/** Milliseconds between two refreshes. */
const AGAIN = 5000;

/** The systems that receive events from this server, each with its state. */
export function EndpointList() {
  const query = useCall(readEndpoints, {}, { every: AGAIN });
  return (
    <Loaded query={query} failure="Other systems cannot be shown" rows={4}>
      {({ endpoints }) => (
        <>
          {endpoints.length === 0 && (
            <p>No other system is told what happens here: no webhook was added, and no CRM or chat is connected.</p>
          )}
          <ul className={styles.causes}>
            {endpoints.map((endpoint) => (
              <Endpoint key={endpoint.id} endpoint={endpoint} />
            ))}
          </ul>
          <HowToAdd />
        </>
      )}
    </Loaded>
  );
}

/** Endpoints are added on the command line: it prints the secret, which the desk never shows. */
function HowToAdd() {
  const { roles } = useSignedIn();
  if (!mayUse(roles, 'deliveries.work')) return <p className={styles.how}>An administrator adds one.</p>;
  return (
    <p className={styles.how}>
      To add a webhook, run this on the server: <code>npm run webhooks -- add URL --events lead.created,lead.verified</code>. It prints the
      webhook’s secret once. HubSpot, Salesforce and the chat are connected by settings: <code>HUBSPOT_SECRET</code>,{' '}
      <code>SALESFORCE_KEY</code>, <code>CHAT_WEBHOOK_URL</code>. docs/deliveries.md says more.
    </p>
  );
}

const marks = { on: 'On', failing: 'Failing', resting: 'Resting', held: 'Held', off: 'Off' } as const;
const looks = { on: 'plain', failing: 'danger', resting: 'danger', held: 'primary', off: 'danger' } as const;

function Endpoint({ endpoint }: { endpoint: EndpointData }) {
  const { id, name, state, waiting, events } = endpoint;
  const [isOpen, setOpen] = useState(false);
  const words = isOpen ? 'Hide attempts' : 'Show attempts';
  const { roles } = useSignedIn();
  return (
    <li className={styles.cause}>
      <div className={styles.head}>
        <StateMark look={looks[state]}>{marks[state]}</StateMark>
        <h2 className={styles.words}>{name}</h2>
        <span className={styles.count}>{waiting === 0 ? 'Nothing waits' : `${waiting} waiting`}</span>
      </div>
      <StateWords endpoint={endpoint} />
      <p className={styles.facts}>
        <Latest endpoint={endpoint} />
        <br />
        <code>{id}</code>
        <br />
        {events.join(', ')}
      </p>
      <div className={styles.acts}>
        <SmallButton variant="outline" aria-expanded={isOpen} aria-label={`${words}: ${name}`} onClick={() => setOpen(!isOpen)}>
          {words}
        </SmallButton>
      </div>
      {mayUse(roles, 'deliveries.work') && <EndpointActs endpoint={endpoint} />}
      {isOpen && <DeliveryList endpoint={endpoint} />}
    </li>
  );
}

/** Why no deliveries are sent to the endpoint at present. */
function StateWords({ endpoint: { state, reason, failingSince, resumeAt } }: { endpoint: EndpointData }) {
  if (state === 'on') return null;
  if (state === 'off')
    return <p className={styles.mend}>{reason ?? 'Switched off'}: nothing is sent, and what happens meanwhile is not told.</p>;
  if (state === 'held') return <p className={styles.mend}>{reason ?? 'Held'}: what comes waits until somebody switches it on.</p>;
  return (
    <p className={styles.mend}>
      {failingSince !== null && (
        <>
          It has taken nothing since <Moment at={failingSince} />.{' '}
        </>
      )}
      {resumeAt === null ? (
        'It is tried again.'
      ) : (
        <>
          It is left alone for a while; the next try is <Moment at={resumeAt} />.
        </>
      )}
    </p>
  );
}

function Latest({ endpoint: { waiting, oldestAt, lastSuccessAt, lastFailure } }: { endpoint: EndpointData }) {
  return (
    <>
      {waiting > 0 && oldestAt !== null && (
        <>
          The oldest waits since <Moment at={oldestAt} /> ·{' '}
        </>
      )}
      {lastSuccessAt === null ? (
        'No success lately'
      ) : (
        <>
          Last success <Moment at={lastSuccessAt} />
        </>
      )}
      {lastFailure !== null && (
        <>
          {' '}
          · Last failure <Moment at={lastFailure.at} />: {lastFailure.error}
        </>
      )}
    </>
  );
}
