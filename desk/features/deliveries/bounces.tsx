import { listBounces } from '../../../contract/calls/desk/queue-calls.ts';
import { useCall } from '../../data/queries.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageButtons, usePages } from '../../parts/pages.tsx';
import table from '../../parts/table.module.css';
import { LeadLink } from './lead-link.tsx';

const kindWords: Readonly<Record<string, string>> = {
  'mail came back for good': 'Came back for good',
  'mail came back': 'Came back, for now',
  'mail called spam': 'Called spam by its reader',
};

/** Bounces and complaints that the mail provider reported for sent mails. */
export function Bounces() {
  const pages = usePages<number>();
  const query = useCall(listBounces, pages.before === undefined ? {} : { before: pages.before }, { old: true });
  return (
    <Loaded query={query} failure="Bounces cannot be shown" rows={4}>
      {({ bounces, more, reported }) =>
        bounces.length === 0 ? (
          <p className={`quiet ${table.none}`}>
            {reported
              ? 'No mail has come back.'
              : 'Nobody reports bounces: BOUNCE_SECRET is not set (docs/operating.md, Mail that comes back).'}
          </p>
        ) : (
          <>
            <DataTable
              label="Bounces"
              rows={bounces}
              keyOf={({ id }) => id}
              columns={[
                { head: 'When', render: ({ at }) => <Moment at={at} /> },
                { head: 'What', render: ({ kind }) => kindWords[kind] ?? kind },
                { head: 'Report', render: ({ status }) => status },
                { head: 'Of', render: ({ lead }) => <LeadLink lead={lead} /> },
              ]}
            />
            <PageButtons pages={pages} end={more ? bounces.at(-1)?.at : null} />
          </>
        )
      }
    </Loaded>
  );
}
