import { useState } from 'react';
import { changePerson, invitePerson, listPeople } from '../../../contract/calls/desk/account-calls.ts';
import { roleNames } from '../../../contract/desk/roles.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { NoMailNote } from '../../account/no-mail-note.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { May, useMay } from '../../account/may.tsx';
import { useCall } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { Initials } from '../../parts/initials.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SmallButton } from '../../parts/small-button.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { ChangePerson } from './change-person.tsx';
import { InvitePerson } from './invite-person.tsx';
import type { Person } from './person.ts';
import styles from './people.module.css';

type Opened = 'invite' | Person | undefined;

export function People() {
  const query = useCall(listPeople, {});
  const [opened, setOpened] = useState<Opened>();
  const mayInvite = useMay(invitePerson);
  const invite = () => setOpened('invite');
  useCommands(mayInvite ? [{ id: 'invite', title: 'Invite somebody', group: 'People', keys: 'i', run: invite }] : []);
  const close = () => setOpened(undefined);
  return (
    <>
      <ViewHead title="People" about="Who may sign in to the desk, and what they may do there.">
        {mayInvite && <SmallButton onClick={invite}>Invite somebody</SmallButton>}
      </ViewHead>
      <NoMailNote />
      <Loaded query={query} failure="The people cannot be shown" rows={4}>
        {({ people }) => <Table people={people} onChange={setOpened} />}
      </Loaded>
      <InvitePerson open={opened === 'invite'} onClose={close} />
      {typeof opened === 'object' && <ChangePerson key={opened.id} person={opened} onClose={close} />}
    </>
  );
}

const states = { invited: 'Invited', active: 'Active', revoked: 'Revoked' } as const;

function Table({ people, onChange }: { people: readonly Person[]; onChange: (person: Person) => void }) {
  const me = useSignedIn();
  return (
    <table className={`w-100 ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Roles</th>
          <th scope="col">State</th>
          <th scope="col">Passkeys</th>
          <th scope="col">Sessions</th>
          <th scope="col">Last seen</th>
          <th scope="col">
            <VisuallyHidden>Change</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id} className={person.state === 'revoked' ? styles.revoked : undefined}>
            <th scope="row">
              <span className={`row middle ${styles.person}`}>
                <Initials name={person.name} />
                <span>
                  <span className={`strong ${styles.name}`}>
                    {person.name}
                    {person.id === me.id && <span className={`faint ${styles.you}`}> (you)</span>}
                  </span>
                  <span className={`faint breaks ${styles.address}`}>{person.address}</span>
                  {person.newAddress !== null && (
                    <span className={`breaks fine quiet ${styles.waiting}`}>
                      To be {person.newAddress.address}, once the link there is pressed
                    </span>
                  )}
                </span>
              </span>
            </th>
            <td data-label="Roles">{person.roles.map((role) => roleNames[role]).join(', ') || 'None'}</td>
            <td data-label="State">
              {states[person.state]}
              {person.away && ', away'}
            </td>
            <td data-label="Passkeys" className={styles.number}>
              {person.passkeys}
            </td>
            <td data-label="Sessions" className={styles.number}>
              {person.sessions}
            </td>
            <td data-label="Last seen">{person.seenAt === null ? 'Never' : <Moment at={person.seenAt} />}</td>
            <td className={styles.act}>
              <May call={changePerson}>
                <SmallButton variant="outline" onClick={() => onChange(person)} aria-label={`Change ${person.name}`}>
                  Change
                </SmallButton>
              </May>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
