import { useState } from 'react';
import { changeAddress, listPeople, withdrawAddress } from '../../../contract/calls/desk/account-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { FieldList, FormFoot, SendFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { faultsOf, sentFaults } from '../../parts/faults-of.ts';
import { TextField } from '../../parts/field.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import type { Person } from './person.ts';
import styles from './change-person.module.css';

type AddressProps = { person: Person; onClose: () => void };

/** Changes the work address. The new one counts once it is confirmed by mail; until then the change can be cancelled. */
export function ChangeAddress(props: AddressProps) {
  return (
    <>
      <WaitingAddress {...props} />
      <AskForAddress {...props} />
    </>
  );
}

function WaitingAddress({ person, onClose }: AddressProps) {
  const withdraw = useChange(withdrawAddress, {
    changes: [listPeople],
    onDone: () => {
      notify(`${person.name} keeps ${person.address}. The link does nothing any more.`);
      onClose();
    },
  });
  const { newAddress: waiting } = person;
  if (waiting === null) return null;
  return (
    <section className={`${styles.revoke} ${styles.opened}`} aria-label="New work address">
      <FaultAlert fault={withdraw.error} title="Not taken back" />
      <p className={styles.address}>
        A link went to {waiting.address} <Moment at={waiting.askedAt} />. It waits for its press until <Moment at={waiting.expiresAt} />.
      </p>
      <FormFoot>
        <Button variant="outline" busy={withdraw.isPending} onClick={() => withdraw.isPending || withdraw.mutate({ id: person.id })}>
          Take it back
        </Button>
      </FormFoot>
    </section>
  );
}

function AskForAddress({ person, onClose }: AddressProps) {
  const [asked, setAsked] = useState(false);
  const [address, setAddress] = useState('');
  const { sendsMail } = useSignedIn();
  const [tried, setTried] = useState(false);
  const change = useChange(changeAddress, {
    changes: [listPeople],
    onDone: (_, { address: sentTo }) => {
      notify(
        sendsMail
          ? `A link is on its way to ${sentTo}. The address changes when it is pressed.`
          : `The link to ${sentTo} is a file on the server. The address changes when it is pressed.`,
      );
      onClose();
    },
  });
  const input = { id: person.id, address };
  const wrong = faultsOf(changeAddress.input, input)['address'];
  const fault = tried ? (wrong ?? sentFaults(change.error?.fields, change.variables, input)['address']) : undefined;
  if (!asked) {
    return (
      <section className={styles.revoke} aria-label="Work address">
        <FormFoot>
          <Button variant="outline" onClick={() => setAsked(true)}>
            Change work address…
          </Button>
        </FormFoot>
      </section>
    );
  }
  return (
    <form
      className={`${styles.revoke} ${styles.opened}`}
      aria-label="Work address"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (wrong !== undefined) event.currentTarget.querySelector('input')?.focus();
        else if (!change.isPending) change.mutate(input);
      }}
    >
      <FaultAlert fault={fault === undefined ? change.error : null} title="Not changed" />
      <FieldList>
        <TextField
          label="New work address"
          hint={`A link goes there. Until it is pressed ${person.address} still signs in; then ${person.name} is signed out everywhere, and the old address is told.`}
          name="address"
          type="email"
          autoComplete="off"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          fault={fault}
        />
      </FieldList>
      <SendFoot busy={change.isPending} onCancel={() => setAsked(false)} leave="Leave it">
        Send the link
      </SendFoot>
    </form>
  );
}
