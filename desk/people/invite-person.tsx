import { useState, type SubmitEvent } from 'react';
import { invitePerson, listPeople } from '../../contract/desk/account-calls.ts';
import type { Role } from '../../contract/desk/roles.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useChange } from '../calls/queries.ts';
import { faultsOf, sentFaults } from '../parts/faults-of.ts';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { TextField } from '../parts/field.tsx';
import { FieldList, FormFoot } from '../parts/desk-form.tsx';
import { notify } from '../parts/notice.ts';
import { RoleChoice } from './role-choice.tsx';

type InviteProps = { open: boolean; onClose: () => void };

/** What was typed stays while the view does: a dialog that is closed by chance opens as it was. */
export function InvitePerson({ open, onClose }: InviteProps) {
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [roles, setRoles] = useState<Role[]>([]);
  const [tried, setTried] = useState(false);
  const invite = useChange(invitePerson, {
    changes: [listPeople],
    onDone: (_, input) => {
      notify(`An invitation is on its way to ${input.address}.`);
      setName('');
      setAddress('');
      setRoles([]);
      setTried(false);
      onClose();
    },
  });
  const input = { name, address, roles };
  const faults = { ...(tried ? faultsOf(invitePerson.input, input) : {}), ...sentFaults(invite.error?.fields, invite.variables, input) };
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    const wrong = Object.keys(faultsOf(invitePerson.input, input))[0];
    if (wrong !== undefined) return event.target.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    if (!invite.isPending) invite.mutate(input);
  };
  return (
    <Dialog open={open} onClose={onClose} title="Invite somebody" closesOutside={false} fullScreenBelow="small">
      <form noValidate onSubmit={send}>
        <FaultAlert fault={Object.keys(faults).length > 0 ? null : invite.error} title="Not invited" />
        <FieldList>
          <TextField
            label="Name"
            name="name"
            data-autofocus=""
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
            fault={faults['name']}
          />
          <TextField
            label="Work address"
            hint="A link to sign in goes there."
            name="address"
            type="email"
            autoComplete="off"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            fault={faults['address']}
          />
          <RoleChoice chosen={roles} onChange={setRoles} fault={faults['roles']} />
        </FieldList>
        <FormFoot>
          <Button type="submit" busy={invite.isPending}>
            Invite
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  );
}
