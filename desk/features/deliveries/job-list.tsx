import { useState } from 'react';
import { listQueue, readQueue, retryQueued, type JobCauseState } from '../../../contract/calls/desk/queue-calls.ts';
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
import { SmallButton } from '../../parts/small-button.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import table from '../../parts/table.module.css';
import { LeadLink } from './lead-link.tsx';
import type { QueueJob } from './queue-data.ts';

type ListProps = { cause: { state: JobCauseState; key: string }; of: string };

/** The jobs that share a cause, page by page. */
export function JobList({ cause, of }: ListProps) {
  const [before, setBefore] = useState<readonly string[]>([]);
  const after = before.at(-1);
  const { data, error, refetch } = useCall(listQueue, { ...cause, ...(after !== undefined && { after }) }, { old: true });
  if (data === undefined) {
    return error === null ? <Loading rows={3} /> : <FaultAlert fault={error} title="They cannot be shown" onRetry={() => void refetch()} />;
  }
  return (
    <>
      <ScrollArea label={of} className={table.wide}>
        <table className={`${table.table} ${table.folds}`}>
          <TableHead columns={['What', 'For', 'Last error']}>
            <th scope="col">Tries</th>
            <th scope="col">Since</th>
            <th scope="col">Next or last try</th>
            <th scope="col">
              <VisuallyHidden>Send again</VisuallyHidden>
            </th>
          </TableHead>
          <tbody>
            {data.jobs.map((job) => (
              <Job key={job.id} job={job} isQueued={cause.state === 'queued'} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {data.jobs.length === 0 && <p className={table.none}>None of these is left.</p>}
      <p>
        {before.length > 0 && (
          <SmallButton variant="outline" onClick={() => setBefore(before.slice(0, -1))}>
            Those before
          </SmallButton>
        )}{' '}
        {data.next !== null && (
          <SmallButton variant="outline" onClick={() => setBefore([...before, present(data.next)])}>
            More
          </SmallButton>
        )}
      </p>
    </>
  );
}

function Job({ job, isQueued }: { job: QueueJob; isQueued: boolean }) {
  const { roles } = useSignedIn();
  const retry = useChange(retryQueued, { changes: [readQueue, listQueue], onDone: () => notify('It is sent again.') });
  return (
    <tr>
      <th scope="row">{job.words}</th>
      <td className={table.words} data-label="For">
        <LeadLink lead={job.lead} />
      </td>
      <td className={table.words} data-label={job.error === null ? undefined : 'Last error'}>
        {job.error}
      </td>
      <td data-label="Tries">{job.attempts}</td>
      <td data-label="Since">
        <Moment at={job.createdAt} />
      </td>
      <td data-label="Next or last try">
        <Moment at={job.runAt} />
      </td>
      <td>
        {retry.error?.message}
        {!isQueued && mayUse(roles, 'deliveries.work') && (
          <SmallButton
            variant="outline"
            busy={retry.isPending}
            aria-label={`Send again: ${job.words}${job.lead === null ? '' : ` for ${job.lead.name}`}`}
            onClick={() => retry.isPending || retry.mutate({ id: job.id })}
          >
            Send again
          </SmallButton>
        )}
      </td>
    </tr>
  );
}
