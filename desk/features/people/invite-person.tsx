import { useState } from 'react';
import { invitePerson, listPeople } from '../../../contract/calls/desk/account-calls.ts';
import type { Role } from '../../../contract/desk/roles.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { DeskForm, FieldList, SendFoot } from '../../parts/desk-form.tsx';
import { useTyped } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { fieldBinder, useFaults } from '../../parts/faults-of.ts';
import { TextField } from '../../parts/field.tsx';
import { notify } from '../../parts/notice.ts';
import { InvitationLink } from './invitation-link.tsx';
import { RoleChoice } from './role-choice.tsx';

type InviteProps = { open: boolean; onClose: () => void };

const empty = { name: '', address: '', roles: [] as Role[] };

/** What was typed stays when the dialog is closed. */
export function InvitePerson({ open, onClose }: InviteProps) {
  const { typed: input, set, forget } = useTyped('invite', empty);
  const [invited, setInvited] = useState<{ id: string; name: string }>();
  const { sendsMail } = useSignedIn();
  const close = () => {
    setInvited(undefined);
    onClose();
  };
  const invite = useChange(invitePerson, {
    changes: [listPeople],
    onDone: ({ id }, { name, address }) => {
      forget();
      if (!sendsMail) return setInvited({ id, name: name.trim() });
      notify(`An invitation is on its way to ${address}.`);
      onClose();
    },
  });
  const { faults, fault, check } = useFaults(invitePerson.input, input, invite);
  const field = fieldBinder(input, set, faults);
  if (invited !== undefined)
    return (
      <Dialog key="invited" open={open} onClose={close} title={`${invited.name} is invited`} closesOutside={false} fullScreenBelow="small">
        <InvitationLink person={invited} />
      </Dialog>
    );
  const hint = sendsMail
    ? 'A link to sign in goes there.'
    : 'It says who they are. This server sends no mail: you get a link to hand over.';
  return (
    <Dialog open={open} onClose={onClose} title="Invite somebody" closesOutside={false} fullScreenBelow="small">
      <DeskForm onSend={(form) => check(form) && invite.mutate(input)}>
        <FaultAlert fault={fault} title="Not invited" />
        <FieldList>
          <TextField {...field('name')} label="Name" data-autofocus="" autoComplete="off" />
          <TextField {...field('address')} label="Work address" hint={hint} type="email" autoComplete="off" />
          <RoleChoice chosen={input.roles} onChange={(roles) => set({ roles })} fault={faults['roles']} />
        </FieldList>
        <SendFoot sticky busy={invite.isPending} onCancel={onClose}>
          Invite
        </SendFoot>
      </DeskForm>
    </Dialog>
  );
}
