import { listFiguresCall } from '../../../contract/calls/desk/figure-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { longDate } from '../../../contract/figures/format.ts';
import { useCall } from '../../data/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { useColleagues } from '../work/use-colleagues.ts';
import { readReporting } from '../../../contract/calls/desk/reporting-calls.ts';
import { draftAddress, groupNames, reportingAddress } from './figure-words.ts';
import { ReportingNotice } from './reporting-date.tsx';
import styles from './figures.module.css';
import { SampleRemoval } from './sample-removal.tsx';
import { UploadButton } from './upload-button.tsx';

type Portfolio = CallOutput<typeof listFiguresCall>['portfolios'][number];

export function TrackRecords() {
  const query = useCall(listFiguresCall, {});
  return (
    <>
      <ViewHead
        title="Track records"
        about={
          query.data?.fourEyes === true
            ? 'What somebody uploads becomes a draft; a colleague looks at it and publishes it.'
            : 'Nothing is public until it is published.'
        }
      >
        <UploadButton title="Upload a track record" />
      </ViewHead>
      <Loaded query={query} failure="The track records cannot be shown" rows={5}>
        {({ portfolios, fourEyes }) => (
          <>
            <Reporting />
            <Waiting portfolios={portfolios} />
            {portfolios.length === 0 ? (
              <p className={`quiet ${styles.none}`}>There is no portfolio yet. Upload the first track record.</p>
            ) : (
              <Portfolios portfolios={portfolios} />
            )}
            <SampleRemoval portfolios={portfolios} fourEyes={fourEyes} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** The reporting date, the draft of another date, and the notice that one is needed. */
function Reporting() {
  const { data } = useCall(readReporting, {});
  return (
    <>
      <p className="mb-3">
        <a href={reportingAddress}>Reporting date</a>
        {data !== undefined && `: ${data.current.label}`}
        {data !== undefined && data.draft !== null && `. A draft waits: ${data.draft.label}`}
      </p>
      {data !== undefined && <ReportingNotice page={data} linked />}
    </>
  );
}

function Waiting({ portfolios }: { portfolios: readonly Portfolio[] }) {
  const { nameOf } = useColleagues();
  const waiting = portfolios.flatMap((portfolio) => portfolio.drafts.map((draft) => ({ portfolio, draft })));
  if (waiting.length === 0) return null;
  return (
    <section className={`stack gap-1 mb-4 ${styles.waiting}`} aria-labelledby="drafts">
      <h2 id="drafts">Drafts to look at</h2>
      <ul className={`stack gap-1 ${styles.drafts}`}>
        {waiting.map(({ portfolio, draft }) => (
          <li key={`${portfolio.id} ${draft.draft}`}>
            <a href={draftAddress(portfolio.id, draft.draft)}>
              {portfolio.name}, draft {draft.draft}
            </a>
            <span>
              to {longDate(draft.to)}, from {draft.source}, {draft.draftedBy === null ? 'by command' : nameOf(draft.draftedBy)},{' '}
              <Moment at={draft.createdAt} />
            </span>
            {draft.outdated && <span className={`fine quiet ${styles.mark}`}>Out of date</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Portfolios({ portfolios }: { portfolios: readonly Portfolio[] }) {
  return (
    <table className={`w-100 ${styles.table}`}>
      <thead>
        <tr>
          {['Portfolio', 'Group', 'Days', 'Version', 'Published'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {portfolios.map(({ id, name, group, current, removed, sample, undisclosed }) => (
          <tr key={id}>
            <th scope="row">
              <a href={`/figures/${encodeURIComponent(id)}`}>{name}</a>
              <span className={`fine faint breaks ${styles.id}`}>{id}</span>
            </th>
            <td data-label="Group">{groupNames[group]}</td>
            <td data-label="Days">{current === null ? 'None yet' : `${longDate(current.from)} to ${longDate(current.to)}`}</td>
            <td data-label="Version">
              {current?.version ?? 'None'} {sample && <span className={`fine quiet ${styles.mark}`}>Sample</span>}{' '}
              {removed && <span className={`fine quiet ${styles.mark}`}>Off the site</span>}{' '}
              {undisclosed && (
                <a href={`/figures/${encodeURIComponent(id)}`} title="Visitors read ‘not stated’. Upload its file again with it.">
                  Disclosure missing
                </a>
              )}
            </td>
            <td data-label="Published">{current === null ? 'Not yet' : <Moment at={current.recordedAt} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
