import { useState } from 'react';
import { listQueue, readQueue, retryCause } from '../../../contract/calls/desk/queue-calls.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { JobList } from './job-list.tsx';
import type { QueueData } from './delivery-data.ts';
import styles from './deliveries.module.css';

type QueueCause = QueueData['causes'][number];

/** Unfinished jobs of the queue, grouped by cause. */
export function CauseList({ causes }: { causes: readonly QueueCause[] }) {
  if (causes.length === 0) return <p className={styles.none}>Nothing waits: everything that was to do is done.</p>;
  return (
    <ul className={styles.causes}>
      {causes
        .toSorted((a, b) => order[a.state] - order[b.state] || b.count - a.count || a.key.localeCompare(b.key))
        .map((cause) => (
          <Cause key={`${cause.state} ${cause.key}`} cause={cause} />
        ))}
    </ul>
  );
}

/** Causes that need action come first, then the larger ones. */
const order = { dead: 0, late: 1, held: 2, queued: 3 } as const;
const marks = { queued: 'Queued', late: 'Late', held: 'Held', dead: 'Given up' } as const;
const looks = { queued: 'plain', late: 'danger', held: 'primary', dead: 'danger' } as const;

function Cause({ cause }: { cause: QueueCause }) {
  const { state, key, words, mend, count, since, nextAt, kinds, oneByOne } = cause;
  const [isOpen, setOpen] = useState(false);
  const { roles } = useSignedIn();
  const retry = useChange(retryCause, {
    changes: [readQueue, listQueue],
    onDone: ({ count: again }) => notify(again === 1 ? 'It is sent again.' : `${again} are sent again.`),
  });
  const canRetry = mayUse(roles, 'deliveries.work') && !oneByOne && state !== 'queued';
  return (
    <li className={styles.cause}>
      <div className={styles.head}>
        <StateMark look={looks[state]}>{marks[state]}</StateMark>
        <h2 className={styles.words}>{words}</h2>
        <span className={styles.count}>{count}</span>
      </div>
      <p className={styles.facts}>
        {kinds.map(({ words: kind, count: of }) => `${kind} ${of}`).join(' · ')}
        <br />
        Since <Moment at={since} />
        {nextAt !== null && state !== 'queued' && (
          <>
            , next try <Moment at={nextAt} />
          </>
        )}
      </p>
      {mend !== null && <p className={styles.mend}>{mend}</p>}
      <FaultAlert fault={retry.error} title="Not sent again" />
      <div className={styles.acts}>
        <SmallButton variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide them' : 'Show them'}
        </SmallButton>
        {canRetry && (
          <SmallButton busy={retry.isPending} onClick={() => retry.mutate({ state, key })}>
            {count === 1 ? 'Send again' : `Send all ${count} again`}
          </SmallButton>
        )}
      </div>
      {isOpen && <JobList cause={{ state, key }} of={words} />}
    </li>
  );
}
