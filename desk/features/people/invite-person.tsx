import { useState } from 'react';
import { invitePerson, listPeople } from '../../../contract/calls/desk/account-calls.ts';
import type { Role } from '../../../contract/desk/roles.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { faultsOf, sentFaults } from '../../parts/faults-of.ts';
import { TextField } from '../../parts/field.tsx';
import { notify } from '../../parts/notice.ts';
import { InvitationLink } from './invitation-link.tsx';
import { PersonForm } from './person-form.tsx';

type InviteProps = { open: boolean; onClose: () => void };

/** The input is kept while the view is open, so that closing the dialog by mistake loses nothing. */
export function InvitePerson({ open, onClose }: InviteProps) {
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [roles, setRoles] = useState<Role[]>([]);
  const [tried, setTried] = useState(false);
  const [invited, setInvited] = useState<{ id: string; name: string }>();
  const { sendsMail } = useSignedIn();
  const close = () => {
    setInvited(undefined);
    onClose();
  };
  const invite = useChange(invitePerson, {
    changes: [listPeople],
    onDone: ({ id }, input) => {
      if (sendsMail) notify(`An invitation is on its way to ${input.address}.`);
      else setInvited({ id, name: input.name.trim() });
      setName('');
      setAddress('');
      setRoles([]);
      setTried(false);
      if (sendsMail) onClose();
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
  if (invited !== undefined)
    return (
      <Dialog key="invited" open={open} onClose={close} title={`${invited.name} is invited`} closesOutside={false} fullScreenBelow="small">
        <InvitationLink person={invited} />
      </Dialog>
    );
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
          hint={
            sendsMail ? 'A link to sign in goes there.' : 'It says who they are. This server sends no mail: you get a link to hand over.'
          }
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
