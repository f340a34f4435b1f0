import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { listQueue, readQueue, retryQueued, type JobCauseState } from '../../../contract/calls/desk/queue-calls.ts';
import { useCall } from '../../data/queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageButtons, usePages } from '../../parts/pages.tsx';
import table from '../../parts/table.module.css';
import { LeadLink } from './lead-link.tsx';
import { RowButton } from './row-button.tsx';

type Job = CallOutput<typeof listQueue>['jobs'][number];
type ListProps = { cause: { state: JobCauseState; key: string }; of: string };

/** The jobs that share a cause, page by page. */
export function JobList({ cause, of }: ListProps) {
  const pages = usePages<string>();
  const after = pages.before;
  const query = useCall(listQueue, { ...cause, ...(after !== undefined && { after }) }, { old: true });
  return (
    <Loaded query={query} failure="They cannot be shown" rows={3}>
      {({ jobs, next }) => (
        <>
          <DataTable
            label={of}
            rows={jobs}
            keyOf={({ id }) => id}
            columns={[
              { head: 'What', render: ({ words }) => words },
              { head: 'For', isLabelled: true, render: ({ lead }) => <LeadLink lead={lead} /> },
              { head: 'Last error', isLabelled: ({ error }) => error !== null, render: ({ error }) => error },
              { head: 'Tries', look: 'number', render: ({ attempts }) => attempts },
              { head: 'Since', look: 'number', render: ({ createdAt }) => <Moment at={createdAt} /> },
              { head: 'Next or last try', look: 'number', render: ({ runAt }) => <Moment at={runAt} /> },
              { head: 'Send again', look: 'button', render: (job) => <Retry job={job} isQueued={cause.state === 'queued'} /> },
            ]}
          />
          {jobs.length === 0 && <p className={`quiet ${table.none}`}>None of these is left.</p>}
          <PageButtons pages={pages} end={next} words={['Those before', 'More']} />
        </>
      )}
    </Loaded>
  );
}

function Retry({ job: { id, words, lead }, isQueued }: { job: Job; isQueued: boolean }) {
  const name = `Send again: ${words}${lead === null ? '' : ` for ${lead.name}`}`;
  const then = { changes: [readQueue, listQueue], done: 'It is sent again.' };
  return <RowButton call={retryQueued} input={{ id }} {...then} words={isQueued ? undefined : 'Send again'} name={name} />;
}
