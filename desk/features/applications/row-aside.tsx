import { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplication } from '../../../contract/desk/application-facts.ts';
import { openStages } from '../../../contract/desk/application-stages.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { useMay } from '../../account/may.tsx';
import { useChange } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { applicationSection } from '../work/sections.ts';
import { useColleagues } from '../work/use-colleagues.ts';
import styles from './applications.module.css';

type Take = (application: DeskApplication) => void;

/** The key to take the application of the focused row. @returns makes the signed-in user the owner of an application */
export function useRowKeys(applications: readonly DeskApplication[]): Take {
  const take = useTaking();
  const onFocused = (act: Take) => () => {
    const application = applications[Number((document.activeElement as HTMLElement | null)?.dataset['row'] ?? Number.NaN)];
    if (application !== undefined) act(application);
  };
  const group = applicationSection.titles;
  const title = 'Take the application of this row';
  useCommands(useMay(applicationWork.assign) ? [{ id: 'take row', title, group, keys: 'a', keysOnly: true, run: onFocused(take) }] : []);
  return take;
}

/** Beside the link of a row: a button to take an application that is nobody's. */
export function RowAside({ application, take }: { application: DeskApplication; take: Take }) {
  const { name, email, owner, stage } = application;
  if (owner !== null || !openStages.includes(stage)) return null;
  return (
    <span className={`stack ${styles.take}`}>
      <SmallButton variant="outline" aria-label={`Take it: ${name || email}`} onClick={() => take(application)}>
        <span>
          Take<span> it</span>
        </span>
      </SmallButton>
    </span>
  );
}

function useTaking(): Take {
  const me = useSignedIn();
  const { nameOf } = useColleagues();
  const taking = useChange(applicationWork.assign, {
    changes: [applicationSection.read, ...applicationSection.lists],
    onDone: ({ outcome, work }) => {
      if (outcome === 'done') notify('It is yours.');
      else notify(`Not taken: it was changed meanwhile, and belongs to ${nameOf(work.owner)}.`);
    },
  });
  return ({ id, version, owner }) => {
    if (owner !== me.id) taking.mutate({ id, version, owner: me.id });
  };
}
