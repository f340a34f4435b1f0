import { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplication } from '../../../contract/desk/application-facts.ts';
import { openStages } from '../../../contract/desk/application-stages.ts';
import { positionWords } from '../../../contract/posting.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import styles from '../work/row-list.module.css';
import { useColleagues } from '../work/use-names.ts';
import { WorkRows } from '../work/work-rows.tsx';
import { ApplicationMarks } from './application-marks.tsx';
import type { RowChoice } from './choose-rows.tsx';
import { applicationSection } from './application-section.ts';
import applicationStyles from './applications.module.css';

type RowsProps = { choice: RowChoice; applications: readonly DeskApplication[]; isOld: boolean; onEnd: () => void };

export function ApplicationRows({ choice, applications, isOld, onEnd }: RowsProps) {
  const { nameOf } = useColleagues();
  const take = useTaking();
  const focusedRow = () => applications[Number((document.activeElement as HTMLElement | null)?.dataset['row'] ?? Number.NaN)];
  useCommands([
    {
      id: 'take row',
      title: 'Take the application of this row',
      group: 'Applications',
      keys: 'a',
      keysOnly: true,
      run: () => {
        const application = focusedRow();
        if (application !== undefined) take(application);
      },
    },
    {
      id: 'choose row',
      title: 'Choose the application of this row',
      group: 'Applications',
      keys: 'x',
      keysOnly: true,
      run: () => {
        const application = focusedRow();
        if (application !== undefined) choice.toggle(application.id);
      },
    },
  ]);
  return (
    <WorkRows
      of={applicationSection}
      name="Applications"
      rows={applications}
      isOld={isOld}
      onEnd={onEnd}
      renderAside={(application) =>
        choice.isOn ? (
          <label className={applicationStyles.choose}>
            <input
              type="checkbox"
              aria-label={`Choose ${application.name || application.email}`}
              checked={choice.has(application.id)}
              onChange={({ nativeEvent }) => choice.toggle(application.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
            />
          </label>
        ) : (
          application.owner === null &&
          openStages.includes(application.stage) && (
            <span className={applicationStyles.take}>
              <SmallButton
                variant="outline"
                aria-label={`Take it: ${application.name || application.email}`}
                onClick={() => take(application)}
              >
                <span>
                  Take<span> it</span>
                </span>
              </SmallButton>
            </span>
          )
        )
      }
    >
      {(application) => (
        <>
          <span className={styles.who}>
            <span className={styles.name}>{application.name || application.email}</span>
            <span className={styles.company}>{application.email}</span>
          </span>
          <span className={styles.what}>{positionWords(application.position)}</span>
          <span className={styles.marks}>
            <ApplicationMarks application={application} />
          </span>
          <span className={styles.owner}>{application.owner === null ? '' : nameOf(application.owner)}</span>
          <span className={styles.when}>
            <Moment at={application.createdAt} />
          </span>
        </>
      )}
    </WorkRows>
  );
}

/** Makes the signed-in user the owner of an application, from its row in the list. */
function useTaking() {
  const me = useSignedIn();
  const { nameOf } = useColleagues();
  const taking = useChange(applicationWork.assign, {
    changes: [applicationSection.read, ...applicationSection.lists],
    onDone: ({ outcome, work }) => {
      if (outcome === 'done') notify('It is yours.');
      else notify(`Not taken: it was changed meanwhile, and belongs to ${nameOf(work.owner)}.`);
    },
  });
  return ({ id, version, owner }: DeskApplication) => {
    if (owner !== me.id && !taking.isPending) taking.mutate({ id, version, owner: me.id });
  };
}
