import { useState } from 'react';
import { invitePerson, listPeople } from '../../contract/desk/account-calls.ts';
import type { Role } from '../../contract/desk/roles.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useChange } from '../calls/queries.ts';
import { faultsOf, sentFaults } from '../parts/faults-of.ts';
import { TextField } from '../parts/field.tsx';
import { notify } from '../parts/notice.ts';
import { PersonForm } from './person-form.tsx';

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
  const send = (form: HTMLFormElement) => {
    setTried(true);
    const wrong = Object.keys(faultsOf(invitePerson.input, input))[0];
    if (wrong !== undefined) return form.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    if (!invite.isPending) invite.mutate(input);
  };
  return (
    <Dialog open={open} onClose={onClose} title="Invite somebody" closesOutside={false} fullScreenBelow="small">
      <PersonForm
        name={name}
        onName={setName}
        roles={roles}
        onRoles={setRoles}
        faults={faults}
        fault={Object.keys(faults).length > 0 ? null : invite.error}
        failure="Not invited"
        action="Invite"
        isPending={invite.isPending}
        onSend={send}
        onClose={onClose}
      >
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
      </PersonForm>
    </Dialog>
  );
}
