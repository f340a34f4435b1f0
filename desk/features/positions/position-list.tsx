import { countApplicationsCall } from '../../../contract/calls/desk/application-calls.ts';
import { openStages } from '../../../contract/desk/application-stages.ts';
import { closePosition, listPositions, reopenPosition, savePosition } from '../../../contract/calls/desk/position-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { longDate } from '../../../contract/figures/format.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { applicationsAddress } from '../applications/applications-filter.ts';
import { countOf } from '../applications/list-words.ts';
import { navigate } from '../../router/navigation.ts';
import { May, useMay } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { useColleagues } from '../work/use-colleagues.ts';
import styles from './position-list.module.css';

type Position = CallOutput<typeof listPositions>['positions'][number];

const states = { open: 'Open', over: 'Over', closed: 'Closed' } as const;
const dayWords = { open: ' until ', over: ' its last day was ', closed: ' its last day was to be ' } as const;

export function PositionList() {
  const query = useCall(listPositions, {});
  const create = () => navigate('/positions/new');
  const mayOpen = useMay(savePosition);
  useCommands(mayOpen ? [{ id: 'new position', title: 'Open a position', group: 'Positions', keys: 'i', run: create }] : []);
  return (
    <>
      <ViewHead title="Positions" about="The site shows what is done here within a second or two.">
        {mayOpen && <SmallButton onClick={create}>Open a position</SmallButton>}
      </ViewHead>
      <Loaded query={query} failure="The positions cannot be shown" rows={5}>
        {({ positions }) =>
          positions.length === 0 ? (
            <p className={`quiet ${styles.none}`}>There is no position yet.</p>
          ) : (
            <ul className={`stack ${styles.positions}`}>
              {positions.map((position) => (
                <Row key={position.posting.slug} position={position} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

function Row({ position }: { position: Position }) {
  const { nameOf } = useColleagues();
  const { posting, state, version, changedAt, changedBy } = position;
  const { slug, title1, title2, validThrough } = posting;
  const close = useChange(closePosition, {
    changes: [listPositions],
    onDone: () => notify(`${title2} is closed. Applications that came stay.`),
  });
  const reopen = useChange(reopenPosition, { changes: [listPositions], onDone: () => notify(`${title2} is open.`) });
  const change = state === 'closed' ? reopen : close;
  return (
    <li className={state === 'open' ? undefined : styles.over}>
      <div className="stack gap-half min-w-0 breaks">
        <h2>
          <a href={`/positions/${slug}`}>{title2}</a>
        </h2>
        <p>{title1}</p>
        <p className={styles.quiet}>
          <span className={`fine ${styles.mark}`}>{states[state]}</span>
          {dayWords[state]}
          {longDate(validThrough)}
          {changedAt !== null && changedBy !== null && (
            <>
              , changed by {nameOf(changedBy)} <Moment at={changedAt} />
            </>
          )}
        </p>
        <May call={countApplicationsCall}>
          <ToDecide position={title2} />
        </May>
        <FaultAlert fault={change.error} title="Not done" onRetry={() => change.reset()} />
      </div>
      <May call={savePosition}>
        <div className="row middle gap-2">
          {state === 'open' && (
            <a className={styles.look} href={`/positions/${slug}`}>
              Edit
            </a>
          )}
          <SmallButton variant="outline" busy={change.isPending} onClick={() => change.mutate({ slug, version })}>
            {state === 'closed' ? 'Open again' : 'Close'}
            <VisuallyHidden> {title2}</VisuallyHidden>
          </SmallButton>
        </div>
      </May>
    </li>
  );
}

/** A link to the applications that wait for a decision. */
function ToDecide({ position }: { position: string }) {
  const { data } = useCall(countApplicationsCall, {});
  const count = data === undefined ? 0 : countOf(data.counts, openStages, position);
  if (count === 0) return null;
  return (
    <p>
      <a href={applicationsAddress({ view: 'open', position })}>
        {count === 1 ? '1 application' : `${count} applications`} to decide
        <VisuallyHidden> for {position}</VisuallyHidden>
      </a>
    </p>
  );
}
