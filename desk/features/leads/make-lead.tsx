import { useState } from 'react';
import { makeLeadCall } from '../../../contract/calls/desk/lead-calls.ts';
import { contactMeans, meansWords, type ContactMeans } from '../../../contract/desk/by-hand.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useChange } from '../../data/queries.ts';
import { DeskForm, FieldList, SendFoot, Tick } from '../../parts/desk-form.tsx';
import { useTyped } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { fieldBinder } from '../../parts/faults-of.ts';
import { TextField } from '../../parts/field.tsx';
import { notify } from '../../parts/notice.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { TextArea } from '../../parts/text-area.tsx';
import { navigate } from '../../router/navigation.ts';
import { leadSection } from '../work/sections.ts';

const empty = {
  name: '',
  surname: '',
  email: '',
  phone: '',
  company: '',
  message: '',
  agreed: '',
  means: contactMeans[0] as ContactMeans,
  sendsLink: false,
};

const fields = [
  ['name', 'Name', 'text'],
  ['surname', 'Surname', 'text'],
  ['email', 'Email', 'email'],
  ['phone', 'Phone', 'tel'],
  ['company', 'Company', 'text'],
] as const;

/** The dialog that makes a lead of somebody who called, or got in touch otherwise. */
export function MakeLead({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="A lead by hand" closesOutside={false} fullScreenBelow="small">
      <MakeForm onClose={onClose} />
    </Dialog>
  );
}

function MakeForm({ onClose }: { onClose: () => void }) {
  const { sendsMail } = useSignedIn();
  const [key] = useState(() => crypto.randomUUID());
  const { typed, set, forget } = useTyped('make lead', empty);
  const { sendsLink, ...values } = typed;
  const make = useChange(makeLeadCall, {
    changes: leadSection.lists,
    onDone: ({ id }) => {
      forget();
      notify('The lead is made, and yours.');
      onClose();
      navigate(`${leadSection.path}/${id}`);
    },
  });
  const faults = make.error?.fields;
  const bind = fieldBinder(typed, set, faults);
  return (
    <DeskForm onSend={() => make.mutate({ key, ...values, sendsLink })}>
      <FieldList>
        <SelectField
          label="How did they get in touch?"
          items={contactMeans.map((one) => [one, meansWords[one]] as const)}
          value={typed.means}
          onChange={({ target }) => set({ means: target.value as ContactMeans })}
        />
        {fields.map(([name, label, type]) => (
          <TextField
            key={name}
            label={label}
            type={type}
            hint={name === 'email' ? 'Needed: answers and invitations go there. Ask for it where they called.' : undefined}
            autoComplete="off"
            spellCheck={false}
            {...bind(name)}
          />
        ))}
        <TextArea label="What do they want?" rows={3} {...bind('message')} />
        <TextArea
          label="What did they agree to be mailed? In the words that you read to them; empty where you did not ask."
          rows={2}
          {...bind('agreed')}
        />
        {sendsMail && (
          <Tick isOn={sendsLink} onChange={(on) => set({ sendsLink: on })}>
            Mail them a link to confirm the address
          </Tick>
        )}
        <FaultAlert fault={faults === undefined ? make.error : null} title="Not made" />
      </FieldList>
      <SendFoot sticky busy={make.isPending} onCancel={onClose}>
        Make the lead
      </SendFoot>
    </DeskForm>
  );
}
