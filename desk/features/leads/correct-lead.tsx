import { useState } from 'react';
import { correctLeadCall, leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import { correctedNames, type CorrectedName, type Corrections } from '../../../contract/desk/corrections.ts';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useChange } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { DeskForm, FieldList, SendFoot } from '../../parts/desk-form.tsx';
import { useTyped } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { fieldBinder } from '../../parts/faults-of.ts';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { leadSection } from '../work/sections.ts';

type CorrectProps = { page: Pick<DeskLeadPage, 'id' | 'version' | 'email' | 'answers' | 'verified'> };

/** The button and the dialog to correct name, address and telephone number. */
export function CorrectLead({ page }: CorrectProps) {
  // The page as it was when the dialog opened.
  const [opened, setOpened] = useState<CorrectProps['page']>();
  const open = () => setOpened(page);
  useCommands([{ id: 'correct', title: 'Correct…', group: leadSection.thisOne, also: 'edit address name phone typo', run: open }]);
  return (
    <>
      <SmallButton variant="outline" onClick={open}>
        Correct…
      </SmallButton>
      <Dialog open={opened !== undefined} onClose={() => setOpened(undefined)} title="Correct what they sent" closesOutside={false}>
        {opened !== undefined && <CorrectForm page={opened} onClose={() => setOpened(undefined)} />}
      </Dialog>
    </>
  );
}

const labels: Readonly<Record<CorrectedName, string>> = {
  name: 'Name',
  surname: 'Surname',
  lastname: 'Last name',
  email: 'Email',
  phone: 'Phone',
};

function CorrectForm({ page, onClose }: CorrectProps & { onClose: () => void }) {
  const sent: Corrections = Object.fromEntries(page.answers.flatMap(({ name, value }) => (isCorrected(name) ? [[name, value]] : [])));
  const { typed: corrections, set, forget } = useTyped(`correct ${page.id}`, sent);
  const correct = useChange(correctLeadCall, {
    changes: [leadWork.read, ...leadSection.lists],
    onDone: ({ outcome }) => {
      if (outcome !== 'done') return notify('Somebody changed it meanwhile: nothing was corrected. Look at it again.');
      forget();
      notify(isOther ? 'Corrected. A link to confirm goes to the new address.' : 'Corrected.');
      onClose();
    },
  });
  const isOther = corrections.email !== undefined && corrections.email.trim() !== page.email;
  const bind = fieldBinder(corrections, set, correct.error?.fields);
  return (
    <DeskForm onSend={() => correct.mutate({ id: page.id, version: page.version, corrections })}>
      <FieldList>
        {correctedNames
          .filter((name) => corrections[name] !== undefined)
          .map((name) => (
            <TextField
              key={name}
              label={labels[name]}
              {...(name === 'email' && { type: 'email', hint: 'Another address has to be confirmed by a link that goes there.' })}
              {...(name === 'phone' && { type: 'tel' })}
              autoComplete="off"
              spellCheck={false}
              {...bind(name)}
            />
          ))}
        {isOther && page.verified && <p>The address was confirmed: the new one counts as not confirmed until the link is pressed.</p>}
        <FaultAlert fault={correct.error?.fields === undefined ? correct.error : null} title="Not corrected" />
      </FieldList>
      <SendFoot busy={correct.isPending} onCancel={onClose}>
        Correct
      </SendFoot>
    </DeskForm>
  );
}

function isCorrected(name: string): name is CorrectedName {
  return correctedNames.some((one) => one === name);
}
