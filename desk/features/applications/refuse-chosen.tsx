import { useState } from 'react';
import type { DeskApplication } from '../../../contract/desk/application-facts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useCommands } from '../../keyboard/commands.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import type { RowChoice } from '../work/row-choice.ts';
import { RefuseSeveral } from './refuse-several.tsx';

/** The button and the key to refuse the chosen applications, with the dialog for it. */
export function RefuseChosen({ choice: { chosen, drop } }: { choice: RowChoice<DeskApplication> }) {
  const [refusing, setRefusing] = useState<readonly DeskApplication[]>();
  const start = () => chosen.length > 0 && setRefusing(chosen);
  useCommands(
    chosen.length === 0
      ? []
      : [{ id: 'refuse chosen', title: 'Refuse those that are chosen', group: 'Applications', keys: 'd', run: start }],
  );
  return (
    <>
      <SmallButton aria-disabled={chosen.length === 0} onClick={start}>
        {chosen.length > 0 ? `Refuse ${chosen.length}…` : 'Refuse…'}
      </SmallButton>
      <Dialog
        open={refusing !== undefined}
        onClose={() => setRefusing(undefined)}
        title={`Refuse ${refusing?.length === 1 ? 'one application' : `${refusing?.length} applications`}`}
        closesOutside={false}
        size="wide"
        fullScreenBelow="small"
      >
        <RefuseSeveral
          applications={refusing ?? []}
          onRefused={(done) => {
            drop(done);
            setRefusing((before) => before?.filter(({ id }) => !done.includes(id)));
          }}
          onClose={() => setRefusing(undefined)}
        />
      </Dialog>
    </>
  );
}
