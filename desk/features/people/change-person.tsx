import { useState } from 'react';
import { changePerson, invitePerson, listPeople, me, revokePerson, signOutPerson } from '../../../contract/calls/desk/account-calls.ts';
import type { Role } from '../../../contract/desk/roles.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { faultsOf, sentFaults } from '../../parts/faults-of.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { FieldList, FormFoot } from '../../parts/desk-form.tsx';
import { notify } from '../../parts/notice.ts';
import { ChangeAddress } from './change-address.tsx';
import type { Person } from './person.ts';
import { InvitationLink } from './invitation-link.tsx';
import { PersonForm } from './person-form.tsx';
import { RemovePasskeys } from './remove-passkeys.tsx';
import { RoleChoice } from './role-choice.tsx';
import styles from './change-person.module.css';

type ChangeProps = { person: Person; onClose: () => void };

export function ChangePerson({ person, onClose }: ChangeProps) {
  const { sendsMail } = useSignedIn();
  return (
    <Dialog open onClose={onClose} title={person.name} closesOutside={false} fullScreenBelow="small">
      {person.state === 'revoked' ? (
        <InviteAgain person={person} onClose={onClose} />
      ) : (
        <>
          <Change person={person} onClose={onClose} />
          {person.state === 'invited' && !sendsMail && (
            <div className={styles.revoke}>
              <InvitationLink person={person} />
            </div>
          )}
          <ChangeAddress person={person} onClose={onClose} />
          <RemovePasskeys person={person} onClose={onClose} />
          <Revoke person={person} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

function Change({ person, onClose }: ChangeProps) {
  const [name, setName] = useState(person.name);
  const [roles, setRoles] = useState<readonly Role[]>(person.roles);
  const change = useChange(changePerson, {
    changes: [listPeople, me],
    onDone: () => {
      notify(`${name} is changed.`);
      onClose();
    },
  });
  // Only the edited fields are sent, so that a colleague's changes to the others are kept.
  const isSame = roles.length === person.roles.length && roles.every((role) => person.roles.includes(role));
  const input = { id: person.id, ...(name !== person.name && { name }), ...(!isSame && { roles: [...roles], was: person.roles }) };
  const faults = { ...faultsOf(changePerson.input, input), ...sentFaults(change.error?.fields, change.variables, input) };
  const isFieldFault = Object.keys(change.error?.fields ?? {}).length > 0;
  const save = () => {
    if (name === person.name && isSame) return onClose();
    if (Object.keys(faultsOf(changePerson.input, input)).length === 0 && !change.isPending) change.mutate(input);
  };
  return (
    <PersonForm
      name={name}
      onName={setName}
      roles={roles}
      onRoles={setRoles}
      faults={faults}
      fault={isFieldFault ? null : change.error}
      failure="Not saved"
      addressFirst
      action="Save"
      isPending={change.isPending}
      onSend={save}
      onClose={onClose}
    >
      <p className={styles.address}>{person.address}</p>
    </PersonForm>
  );
}

/** Asks for confirmation in place, because ended sessions cannot be restored. */
function Revoke({ person, onClose }: ChangeProps) {
  const [asked, setAsked] = useState(false);
  const account = useSignedIn();
  const revoke = useChange(revokePerson, {
    changes: [listPeople],
    onDone: () => {
      notify(`${person.name} cannot sign in any more.`);
      onClose();
    },
  });
  const end = useChange(signOutPerson, {
    changes: [listPeople],
    onDone: () => {
      notify(`${person.name} is signed out everywhere.`);
      onClose();
    },
  });
  if (account.id === person.id) return null;
  return (
    <section className={styles.revoke} aria-label="Revoke">
      <FaultAlert fault={revoke.error ?? end.error} title="Not done" />
      {asked ? (
        <>
          <p>
            {person.name} is signed out everywhere at once and cannot sign in any more. What they did stays on record, and leads that are
            theirs stay theirs until somebody takes them. Inviting the address again opens the account.
          </p>
          <FormFoot>
            <Button busy={revoke.isPending} onClick={() => revoke.isPending || revoke.mutate({ id: person.id })}>
              Revoke {person.name}
            </Button>
            <Button variant="quiet" onClick={() => setAsked(false)}>
              Leave it
            </Button>
          </FormFoot>
        </>
      ) : (
        <FormFoot>
          {person.sessions > 0 && (
            <Button
              variant="outline"
              busy={end.isPending}
              onClick={() => {
                if (!end.isPending) end.mutate({ id: person.id });
              }}
            >
              End sessions
            </Button>
          )}
          <Button variant="outline" onClick={() => setAsked(true)}>
            Revoke…
          </Button>
        </FormFoot>
      )}
    </section>
  );
}

function InviteAgain({ person, onClose }: ChangeProps) {
  const [roles, setRoles] = useState<Role[]>([...person.roles]);
  const input = { name: person.name, address: person.address, roles };
  const { sendsMail } = useSignedIn();
  const invite = useChange(invitePerson, {
    changes: [listPeople],
    onDone: () => {
      notify(
        sendsMail
          ? `An invitation is on its way to ${person.address}.`
          : `${person.name} is invited again. Under “Change” there is a link to hand over.`,
      );
      onClose();
    },
  });
  const fault = faultsOf(invitePerson.input, input)['roles'];
  return (
    <>
      <FaultAlert fault={invite.error} title="Not invited" />
      <FieldList>
        <p>This account is closed: nobody signs in with {person.address}. An invitation opens it again.</p>
        <RoleChoice chosen={roles} onChange={setRoles} fault={fault} />
      </FieldList>
      <FormFoot>
        <Button busy={invite.isPending} onClick={() => fault === undefined && !invite.isPending && invite.mutate(input)}>
          Invite again
        </Button>
      </FormFoot>
    </>
  );
}
