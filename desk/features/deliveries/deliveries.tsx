import { useState } from 'react';
import { jobCauseStates, readQueue } from '../../../contract/calls/desk/queue-calls.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { Alert } from '../../../ui/alert.tsx';
import { NoMailNote } from '../../account/no-mail-note.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useCall } from '../../data/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ToggleRow } from '../../parts/toggle-row.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { Bounces } from './bounces.tsx';
import { CauseList } from './cause-list.tsx';
import { CrmFieldList } from './crm-fields.tsx';
import { EndpointList } from './endpoint-list.tsx';
import type { QueueData } from './delivery-data.ts';
import { Suppressions } from './suppressions.tsx';
import styles from './deliveries.module.css';

/** Milliseconds between two refreshes. */
const AGAIN = 5000;

const sections = [
  ['waiting', 'Waiting'],
  ['endpoints', 'Other systems'],
  ['crms', 'CRM fields'],
  ['bounces', 'Bounces'],
  ['suppressions', 'Suppressed addresses'],
] as const;

export function Deliveries() {
  const { roles } = useSignedIn();
  const query = useCall(readQueue, {}, { every: AGAIN });
  const { data } = query;
  const [section, setSection] = useState<(typeof sections)[number][0]>('waiting');
  return (
    <>
      <ViewHead title="Deliveries and mail" about={data && <MailWords data={data} />} />
      <NoMailNote />
      {data !== undefined && <Counts causes={data.causes} />}
      <ToggleRow
        label="What is shown"
        items={sections.filter(([id]) => id !== 'crms' || mayUse(roles, 'crm.read'))}
        pressed={section}
        onPress={setSection}
      />
      {section === 'waiting' && (
        <Loaded query={query} failure="What waits cannot be shown" rows={4}>
          {({ refusedStaff, causes }) => (
            <>
              <RefusedStaff refused={refusedStaff} />
              <CauseList causes={causes} />
            </>
          )}
        </Loaded>
      )}
      {section === 'endpoints' && <EndpointList />}
      {section === 'crms' && <CrmFieldList />}
      {section === 'bounces' && <Bounces />}
      {section === 'suppressions' && <Suppressions />}
    </>
  );
}

function MailWords({ data: { mailServer, mailsOfDay } }: { data: QueueData }) {
  const many = `${mailsOfDay === 0 ? 'none' : mailsOfDay} ${mailsOfDay === 1 ? 'was' : 'were'}`;
  return mailServer === null
    ? `Of mails to visitors, ${many} written to a file in the last 24 hours.`
    : `Mails leave by ${mailServer}. Of those to visitors, ${many} sent in the last 24 hours.`;
}

function RefusedStaff({ refused }: { refused: QueueData['refusedStaff'] }) {
  return refused.map(({ address, reason, since, mails }) => (
    <Alert key={address} look="danger" icon="warning" title={`The mail server refuses ${address}`}>
      {mails === 1 ? 'A notice' : `${mails} notices`} reached the others and not this address, since <Moment at={since} />. Is it right in
      STAFF_MAIL, HR_MAIL or OPS_MAIL? It said: {reason}
    </Alert>
  ));
}

const stateWords = { queued: 'Queued', late: 'Late', held: 'Held', dead: 'Given up' } as const;

function Counts({ causes }: Pick<QueueData, 'causes'>) {
  return (
    <dl className={styles.counts}>
      {jobCauseStates.map((state) => {
        const count = causes.filter((cause) => cause.state === state).reduce((sum, cause) => sum + cause.count, 0);
        return (
          <div key={state} className={count > 0 ? styles[state] : undefined}>
            <dt>{stateWords[state]}</dt>
            <dd>{count}</dd>
          </div>
        );
      })}
    </dl>
  );
}
