import { useState } from 'react';
import {
  changePerson,
  invitePerson,
  listPeople,
  me,
  removePasskeysOfPerson,
  revokePerson,
  signOutPerson,
} from '../../../contract/calls/desk/account-calls.ts';
import { mayUse, type Role } from '../../../contract/desk/roles.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { DeskForm, FieldList, FormFoot, SendFoot, Tick } from '../../parts/desk-form.tsx';
import { useTyped } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { faultsOf, sentFaults } from '../../parts/faults-of.ts';
import { TextField } from '../../parts/field.tsx';
import { notify } from '../../parts/notice.ts';
import { ChangeAddress } from './change-address.tsx';
import { HandOver } from './hand-over.tsx';
import { InvitationLink } from './invitation-link.tsx';
import type { Person } from './person.ts';
import { RoleChoice } from './role-choice.tsx';
import styles from './people.module.css';
import form from '../../parts/desk-form.module.css';

type ChangeProps = { person: Person; onClose: () => void };

export function ChangePerson({ person, onClose }: ChangeProps) {
  const { sendsMail, id } = useSignedIn();
  return (
    <Dialog open onClose={onClose} title={person.name} closesOutside={false} fullScreenBelow="small">
      {person.state === 'revoked' ? (
        <>
          <InviteAgain person={person} onClose={onClose} />
          <HandOver person={person} onClose={onClose} />
        </>
      ) : (
        <>
          <Change person={person} onClose={onClose} />
          {person.state === 'invited' && !sendsMail && (
            <div className={form.part}>
              <InvitationLink person={person} />
            </div>
          )}
          <ChangeAddress person={person} onClose={onClose} />
          {id !== person.id && person.passkeys > 0 && <RemovePasskeys person={person} onClose={onClose} />}
          <HandOver person={person} onClose={onClose} />
          {id !== person.id && <Revoke person={person} onClose={onClose} />}
        </>
      )}
    </Dialog>
  );
}

function Change({ person, onClose }: ChangeProps) {
  const now: { name: string; roles: readonly Role[]; away: boolean } = { name: person.name, roles: person.roles, away: person.away };
  const { typed, set, forget } = useTyped(`person ${person.id}`, now);
  const { name, roles, away } = typed;
  const done = telling(`${name} is changed.`, onClose);
  const change = useChange(changePerson, {
    changes: [listPeople, me],
    onDone: () => {
      forget();
      done();
    },
  });
  // Only the edited fields are sent, so that a colleague's changes to the others are kept.
  const isSame = roles.length === person.roles.length && roles.every((role) => person.roles.includes(role));
  const input = {
    id: person.id,
    ...(name !== person.name && { name }),
    ...(!isSame && { roles: [...roles], was: person.roles }),
    ...(away !== person.away && { away }),
  };
  const wrong = faultsOf(changePerson.input, input);
  const faults = { ...wrong, ...sentFaults(change.error?.fields, change.variables, input) };
  const isFieldFault = Object.keys(change.error?.fields ?? {}).length > 0;
  const save = () => {
    if (name === person.name && isSame && away === person.away) onClose();
    else if (Object.keys(wrong).length === 0) change.mutate(input);
  };
  return (
    <DeskForm onSend={save}>
      <FaultAlert fault={isFieldFault ? null : change.error} title="Not saved" />
      <FieldList>
        <p className={`faint breaks ${styles.address}`}>{person.address}</p>
        <TextField
          label="Name"
          name="name"
          autoComplete="off"
          value={name}
          onChange={(event) => set({ name: event.target.value })}
          fault={faults['name']}
        />
        <RoleChoice chosen={roles} onChange={(chosen) => set({ roles: chosen })} fault={faults['roles']} />
        {mayUse(roles, 'leads.work') && (
          <Tick isOn={away} onChange={(on) => set({ away: on })}>
            Away: where new leads are given in turn, they go to others
          </Tick>
        )}
      </FieldList>
      <SendFoot sticky busy={change.isPending} onCancel={onClose}>
        Save
      </SendFoot>
    </DeskForm>
  );
}

/** Removes the passkeys that a colleague has lost. Users manage their own on the account page. */
function RemovePasskeys({ person: { id, name, address, passkeys }, onClose }: ChangeProps) {
  const onDone = telling(`${name} has no passkey any more, and adds another after a link.`, onClose);
  const remove = useChange(removePasskeysOfPerson, { changes: [listPeople], onDone });
  return (
    <AskFirst
      label="Lost passkey"
      button="Lost passkey…"
      confirm={`Remove ${passkeys === 1 ? 'the passkey' : `${passkeys} passkeys`}`}
      onConfirm={() => remove.mutate({ id })}
      change={remove}
      failure="Not removed"
    >
      <p>
        Do this when {name} lost a passkey, and you are sure that it is they who ask. Every passkey of the account stops working and its
        sessions end; a link to {address} then lets them add another.
      </p>
    </AskFirst>
  );
}

function Revoke({ person: { id, name, sessions }, onClose }: ChangeProps) {
  const revoke = useChange(revokePerson, { changes: [listPeople], onDone: telling(`${name} cannot sign in any more.`, onClose) });
  const end = useChange(signOutPerson, { changes: [listPeople], onDone: telling(`${name} is signed out everywhere.`, onClose) });
  return (
    <AskFirst
      label="Revoke"
      button="Revoke…"
      confirm={`Revoke ${name}`}
      onConfirm={() => revoke.mutate({ id })}
      change={{ ...revoke, error: revoke.error ?? end.error }}
      failure="Not done"
      more={
        sessions > 0 && (
          <Button variant="outline" busy={end.isPending} onClick={() => end.mutate({ id })}>
            End sessions
          </Button>
        )
      }
    >
      <p>
        {name} is signed out everywhere at once and cannot sign in any more. What they did stays on record, and leads that are theirs stay
        theirs until they are handed over. Inviting the address again opens the account.
      </p>
    </AskFirst>
  );
}

function InviteAgain({ person: { name, address, roles: before }, onClose }: ChangeProps) {
  const [roles, setRoles] = useState<Role[]>([...before]);
  const input = { name, address, roles };
  const { sendsMail } = useSignedIn();
  const invited = sendsMail
    ? `An invitation is on its way to ${address}.`
    : `${name} is invited again. Under “Change” there is a link to hand over.`;
  const invite = useChange(invitePerson, { changes: [listPeople], onDone: telling(invited, onClose) });
  const fault = faultsOf(invitePerson.input, input)['roles'];
  return (
    <DeskForm onSend={() => fault === undefined && invite.mutate(input)}>
      <FaultAlert fault={invite.error} title="Not invited" />
      <FieldList>
        <p>This account is closed: nobody signs in with {address}. An invitation opens it again.</p>
        <RoleChoice chosen={roles} onChange={setRoles} fault={fault} />
      </FieldList>
      <FormFoot>
        <Button type="submit" busy={invite.isPending}>
          Invite again
        </Button>
      </FormFoot>
    </DeskForm>
  );
}

function telling(words: string, then: () => void) {
  return () => {
    notify(words);
    then();
  };
}
